import { toDollars } from "#shared/money.ts";
import { readPriceRange } from "#shared/price-range.ts";
import { LONGEST_VALUE, MOST_VALUES, PLAIN, SORTS, type Sort } from "./contract.ts";

/** How a list is narrowed and sorted, as the API and the addresses of pages have it. */
export interface Narrowing {
  /** Any of these brands. */
  brand?: string[] | undefined;
  /** The price after discount in dollars, from and to, both included: `2-10`, `-5`, `50-`. */
  price?: string | undefined;
  /** Only products with a discount. */
  offer?: boolean | undefined;
  /** Only products in stock. */
  stock?: boolean | undefined;
  /** `Origin:Peru`: any of these values of each detail. */
  detail?: string[] | undefined;
  sort?: Sort | undefined;
}

/** The lower ends, in cents, of the price ranges offered. The first range has none. */
export const PRICE_STEPS = [200, 500, 1000, 2000, 5000];

/** The price ranges offered, cheapest first: `-1.99`, `2-4.99`, …, `50-`. */
export const PRICE_RANGES = [...PRICE_STEPS, null].map((end, place) => {
  const from = PRICE_STEPS[place - 1];
  return `${from === undefined ? "" : toDollars(from)}-${end === null ? "" : toDollars(end - 1)}`;
});

/** One choice that is made: a filter with its value. */
export type Chosen = [filter: Exclude<keyof Narrowing, "sort">, value: string];

/** All choices made, one by one. */
export function chosenIn({ brand, price, offer, stock, detail }: Narrowing): Chosen[] {
  return [
    ...(brand ?? []).map((value): Chosen => ["brand", value]),
    ...(price ? [["price", price] satisfies Chosen] : []),
    ...(offer ? [["offer", "1"] satisfies Chosen] : []),
    ...(stock ? [["stock", "1"] satisfies Chosen] : []),
    ...(detail ?? []).map((value): Chosen => ["detail", value]),
  ];
}

/** Whether a filter may leave products out. */
export const isFiltered = (narrowing: Narrowing) => chosenIn(narrowing).length > 0;

/** Whether a list differs from the plain one. */
export const isNarrowed = (narrowing: Narrowing) => narrowing.sort !== undefined || isFiltered(narrowing);

/**
 * Whether a list is requested often enough to be worth caching: one choice or one order, or the biggest discounts, among the first pages.
 * All combinations would be too many.
 */
export function isCommon(narrowing: Narrowing, page: number): boolean {
  const steps = chosenIn(narrowing).length + (narrowing.sort ? 1 : 0);
  if (steps === 0) return true;
  const isOffers = steps === 2 && narrowing.offer && narrowing.sort === "discount";
  return (steps === 1 || isOffers === true) && page <= 3 && (!narrowing.price || PRICE_RANGES.includes(narrowing.price));
}

/** Form fields of a custom price range, in dollars. Addresses have `price` instead. */
export const PRICE_FIELDS = ["price-from", "price-to"] as const;

/** The price range of the two fields, in whichever order; undefined if neither has a price. */
export function rangeOf(query: URLSearchParams): string | undefined {
  const [from = null, to = null] = PRICE_FIELDS.map((name) => {
    const text = query.get(name)?.trim() ?? "";
    return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : null;
  });
  if (from === null && to === null) return undefined;
  return from !== null && to !== null && from > to ? `${to}-${from}` : `${from ?? ""}-${to ?? ""}`;
}

/** What the address of a page says. Invalid values are ignored. */
export function readAddress(query: URLSearchParams): Narrowing {
  const values = (name: string) =>
    [...new Set(query.getAll(name))].filter((value) => value && value.length <= LONGEST_VALUE && PLAIN.test(value)).slice(0, MOST_VALUES);
  const [brand, detail] = [values("brand"), values("detail").filter((value) => value.includes(":"))];
  const price = rangeOf(query) ?? query.get("price") ?? "";
  const sort = SORTS.find((one) => one === query.get("sort"));
  return {
    ...(brand.length > 0 && { brand }),
    ...(readPriceRange(price) && { price }),
    ...(query.get("offer") === "1" && { offer: true }),
    ...(query.get("stock") === "1" && { stock: true }),
    ...(detail.length > 0 && { detail }),
    ...(sort && { sort }),
  };
}

/** The query of a page's address. */
export function writeAddress(narrowing: Narrowing): URLSearchParams {
  const query = new URLSearchParams(chosenIn(narrowing));
  if (narrowing.sort) query.set("sort", narrowing.sort);
  return query;
}

/** The narrowing without one of its choices. */
export function without(narrowing: Narrowing, [filter, value]: Chosen): Narrowing {
  const { [filter]: was, ...rest } = narrowing;
  const left = Array.isArray(was) ? was.filter((one) => one !== value) : [];
  return left.length > 0 ? { ...rest, [filter]: left } : rest;
}
