import { and, isNull, not, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { products } from "./tables.ts";

/** Every subcategory with products, within each of its categories, and how many products it has there. */
export async function countListings(db: Db): Promise<{ categoryId: string; subCategoryId: string; count: number }[]> {
  const { rows } = await db.execute<{ categoryId: string; subCategoryId: string; count: number }>(sql`
    select c.category_id as "categoryId", s.sub_category_id as "subCategoryId", count(*)::int as count
    from sub_category_category l
    join product_sub_category s on s.sub_category_id = l.sub_category_id
    join product_category c on c.category_id = l.category_id and c.product_id = s.product_id
    join product p on p.id = s.product_id and p.deleted_at is null and not p.hidden
    group by 1, 2 order by 1, 2`);
  return rows;
}

const forSale = and(isNull(products.deletedAt), not(products.hidden));

/** How many products are for sale. */
export async function countProducts(db: Db): Promise<number> {
  return db.$count(products, forSale);
}

/** Ids and names of the products for sale, oldest first. */
export async function readProductNames(db: Db, offset: number, limit: number): Promise<{ _id: string; name: string }[]> {
  const names = db.select({ _id: products.id, name: products.name }).from(products);
  return names.where(forSale).orderBy(products.id).limit(limit).offset(offset);
}
