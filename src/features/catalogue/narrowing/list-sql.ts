import { sql, type SQL } from "drizzle-orm";
import type { PriceRange } from "#shared/price-range.ts";
import { isForSale } from "../for-sale.ts";
import type { Sort } from "./contract.ts";
import { valuesOf, type Detail } from "./details-store.ts";
import { bestsellers, liesOn, type Shelf } from "./whole-lists.ts";

/**
 * Which products a list is made from: those in both shelves, those that a search found, best first, or the bestsellers of the shop.
 * The first `close` of the products found come before the others in any order.
 */
export type Source = Shelf | { found: readonly string[]; close?: number } | "bestsellers";

/** A narrowing as the database applies it. */
export interface AppliedNarrowing {
  brands: readonly string[];
  price: PriceRange | null;
  offer: boolean;
  inStock: boolean;
  /** Every detail that lists can be narrowed by, with the chosen values. */
  details: readonly (Detail & { values: readonly string[] })[];
  sort: Sort | undefined;
}

export const isFound = (source: Source): source is Extract<Source, { found: unknown }> => typeof source === "object" && "found" in source;

const ofProduct = (column: string) =>
  sql`(select ${sql.identifier(column)} from product where id = l.product_id) as ${sql.identifier(column)}`;
const detailsOf = (column: string) =>
  sql`case when has_details then (select ${sql.identifier(column)} from product where id = l.product_id) end as ${sql.identifier(column)}`;

/** What `p` is read from. Columns that a shelf's list rarely needs are looked up in the product. */
export function productsOf(source: Source, { offer }: AppliedNarrowing): SQL {
  if (source === "bestsellers") return sql`${bestsellers(offer)} p where true`;
  if (isFound(source))
    // The products are looked up one by one (`offset 0`). Joins would be planned from averages, which are far off for real catalogues.
    return sql`unnest(${sql.param(source.found)}::text[]) with ordinality l (product_id, place)
      cross join lateral (select * from product where id = l.product_id and ${isForSale()} offset 0) p where true`;
  return sql`(
    select product_id as id, popularity, brand, paid_cents, discount_hundredths, in_stock::int as stock,
      ${detailsOf("more_details")}, ${detailsOf("more_details_es")},
      ${ofProduct("name")}, ${ofProduct("name_es")}, ${ofProduct("unit_measure")}, ${ofProduct("unit_amount")}
    from listed_product l where ${liesOn(source)}) p where true`;
}

/** Whether a product is what each filter asks for. */
export function conditions({ brands, price, offer, inStock, details }: AppliedNarrowing) {
  const always = sql`true`;
  return {
    brand: brands.length > 0 ? sql`p.brand = any(${sql.param(brands)}::text[])` : always,
    price: price ? sql`p.paid_cents between ${price.from ?? 0}::int and ${price.to ?? 2_147_483_647}::int` : always,
    offer: offer ? sql`p.discount_hundredths > 0` : always,
    stock: inStock ? sql`p.stock > 0` : always,
    details: details.map(({ name, values }) =>
      values.length > 0 ? sql`coalesce(${valuesOf(name)} && ${sql.param(values)}::text[], false)` : always,
    ),
  };
}
