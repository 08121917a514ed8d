import { and, gte, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isForSale } from "./for-sale.ts";
import { products } from "./tables.ts";

/** Every subcategory with products, within each of its categories, and how many products it has there. */
export async function countListings(db: Db): Promise<{ categoryId: string; subCategoryId: string; count: number }[]> {
  const { rows } = await db.execute<{ categoryId: string; subCategoryId: string; count: number }>(sql`
    select category_id as "categoryId", sub_category_id as "subCategoryId", count(*)::int as count
    from listed_product l
    where exists (select from sub_category_category c where c.category_id = l.category_id and c.sub_category_id = l.sub_category_id)
    group by 1, 2 order by 1, 2`);
  return rows;
}

/** The first of every `size` products for sale, oldest first: where the parts of a sitemap begin. */
export async function readPartStarts(db: Db, size: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (select id, row_number() over (order by id) as place from product where ${isForSale()}) product
    where place % ${size} = 1 order by id`);
  return rows.map(({ id }) => id);
}

/** Ids and names of up to `limit` products for sale from an id on, oldest first. The Spanish name is empty where there is none. */
export async function readProductNames(db: Db, from: string, limit: number): Promise<{ _id: string; name: string; nameEs: string }[]> {
  const names = db.select({ _id: products.id, name: products.name, nameEs: products.nameEs }).from(products);
  return names
    .where(and(isForSale(), gte(products.id, from)))
    .orderBy(products.id)
    .limit(limit);
}
