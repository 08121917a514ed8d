import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isForSale } from "../for-sale.ts";
import { forSaleCount } from "../tally.ts";

// Lists that nothing narrows are ranges of an index, however many products there are.

export interface PageOf {
  page: number;
  limit: number;
}

/** A page of a list, and how many products the whole list has. */
export interface PageOfIds {
  ids: string[];
  total: number;
}

/** A category with one of its subcategories. */
export interface Shelf {
  categoryId: string;
  subCategoryId: string;
}

export const liesOn = ({ categoryId, subCategoryId }: Shelf) => sql`category_id = ${categoryId} and sub_category_id = ${subCategoryId}`;

/** A page of a whole shelf. */
export async function readShelf(db: Db, shelf: Shelf, { page, limit }: PageOf): Promise<PageOfIds> {
  const { rows } = await db.execute<{ ids: string[]; total: number }>(sql`
    select
      array(select product_id from listed_product where ${liesOn(shelf)}
        order by popularity desc, product_id limit ${limit} offset ${(page - 1) * limit}) as ids,
      (select count(*)::int from listed_product where ${liesOn(shelf)}) as total`);
  return rows[0]!;
}

/** How many products a list of bestsellers is made from at most. Nearly every shop has fewer, and each takes time to narrow and count. */
export const MOST_BESTSELLERS = 50_000;

/** Among equal sales, products in stock come first. Indexes of all products, and of those on offer, have this order. */
export const bestSold = (table: "product" | "p" = "product") => sql.raw(`${table}.sold desc, (${table}.stock > 0) desc, ${table}.id`);

/** Offers are chosen before the list is cut: few of the bestsellers may be on offer. */
const from = (offer: boolean) => sql`from product where ${isForSale()} and ${offer ? sql`discount_hundredths > 0` : sql`true`}`;

/** SQL for the products that a list of bestsellers, or of bestsellers on offer, is made from. */
export const bestsellers = (offer: boolean) => sql`(select * ${from(offer)} order by ${bestSold()} limit ${MOST_BESTSELLERS})`;

/** A page of all bestsellers. */
export async function readBestsellers(db: Db, { page, limit }: PageOf): Promise<PageOfIds> {
  const offset = (page - 1) * limit;
  const { rows } = await db.execute<{ ids: string[]; total: number }>(sql`
    select
      array(select id ${from(false)} order by ${bestSold()}
        limit ${Math.max(0, Math.min(limit, MOST_BESTSELLERS - offset))} offset ${offset}) as ids,
      least(${forSaleCount}, ${MOST_BESTSELLERS}) as total`);
  return rows[0]!;
}

/** Whether there are more of them than a list is made from. */
export async function areMore(db: Db, offer: boolean): Promise<boolean> {
  const counted = offer ? sql`(select count(*) from (select ${from(true)} limit ${MOST_BESTSELLERS + 1}) l)` : forSaleCount;
  const { rows } = await db.execute<{ more: boolean }>(sql`
    select case when ${forSaleCount} > ${MOST_BESTSELLERS} then ${counted} > ${MOST_BESTSELLERS} else false end as more`);
  return rows[0]!.more;
}
