import type { Db } from "#server/db/connect.ts";
import type { Choices } from "./contract.ts";
import { isCommon, isFiltered, type Narrowing } from "./rules.ts";
import { readPriceRange } from "#shared/price-range.ts";
import * as store from "./store.ts";

interface Asked extends Narrowing {
  page: number;
  limit: number;
  choices?: boolean | undefined;
}

/** A page of a list, and what the list can be narrowed by if that was asked for. */
export interface List extends store.ListPage {
  choices?: Choices;
}

/** Reads a page of a list, narrowed and sorted. Details that lists cannot be narrowed by (anymore) are ignored. */
export async function readList(db: Db, source: store.Source, asked: Asked): Promise<List> {
  const details = asked.detail || asked.choices ? await store.readDetails(db) : [];
  const wanted = wantedOf(asked, details);
  const [list, choices] = await Promise.all([
    store.readIds(db, source, wanted, asked),
    asked.choices ? store.readChoices(db, source, wanted) : undefined,
  ]);
  return { ...list, ...(choices && { choices }) };
}

function wantedOf(
  { brand = [], price, offer = false, stock = false, detail = [], sort }: Narrowing,
  known: readonly store.Detail[],
): store.Wanted {
  const details = known.map(({ name, nameEs }) => ({
    name,
    nameEs,
    values: detail.filter((one) => one.startsWith(`${name}:`)).map((one) => one.slice(name.length + 1)),
  }));
  return { brands: brand, price: price ? readPriceRange(price) : null, offer, inStock: stock, details, sort };
}

/**
 * Whether a list may be cached: see `isCommon`. Anyone could make up any number of values that fit nothing, or are not offered as a choice.
 */
export function isCacheable(reply: { totalCount: number; choices?: Choices | undefined }, { page, detail = [], ...asked }: Asked): boolean {
  if (!isCommon({ detail, ...asked }, page)) return false;
  const offered = (name: string) =>
    reply.choices?.detail.some((group) => group.values.some(({ value }) => `${group.name}:${value}` === name));
  return detail.every(offered) && (reply.totalCount > 0 || !isFiltered({ detail, ...asked }));
}
