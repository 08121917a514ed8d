import type { Db } from "#server/db/connect.ts";
import { readChoices } from "./choices-store.ts";
import type { Choices } from "./contract.ts";
import { readDetails, type Detail } from "./details-store.ts";
import { isCommon, isFiltered, type Narrowing } from "./rules.ts";
import { readPriceRange } from "#shared/price-range.ts";
import { readIds, type ListPage } from "./page-store.ts";
import type { Source, AppliedNarrowing } from "./list-sql.ts";

interface Asked extends Narrowing {
  page: number;
  limit: number;
  choices?: boolean | undefined;
}

/** A page of a list, and what the list can be narrowed by if that was asked for. */
export interface List extends ListPage {
  unfilteredCount?: number;
  choices?: Choices;
}

/** Reads a page of a list, narrowed and sorted. Details that lists cannot be narrowed by (anymore) are ignored. */
export async function readList(db: Db, source: Source, asked: Asked): Promise<List> {
  const details = asked.detail || asked.choices ? await readDetails(db) : [];
  const narrowing = appliedOf(asked, details);
  const [list, choices] = await Promise.all([
    readIds(db, source, narrowing, asked),
    asked.choices ? readChoices(db, source, narrowing) : undefined,
  ]);
  const isEmptied = list.total === 0 && isFiltered(asked);
  const unfilteredCount = isEmptied ? (await readIds(db, source, appliedOf({}, []), { page: 1, limit: 1 })).total : 0;
  return { ...list, ...(unfilteredCount > 0 && { unfilteredCount }), ...(choices && { choices }) };
}

function appliedOf(
  { brand = [], price, offer = false, stock = false, detail = [], sort }: Narrowing,
  known: readonly Detail[],
): AppliedNarrowing {
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
