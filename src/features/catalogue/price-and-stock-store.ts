import { and, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Weighed } from "#shared/weights.ts";
import { isForSale } from "./for-sale.ts";
import { discountNow } from "./offers/store.ts";
import { weighedOf } from "./store.ts";
import { products } from "./tables.ts";

/** What a product costs now, and how many there are. */
export interface PriceAndStock {
  _id: string;
  stock: number;
  priceCents: number;
  discountHundredths: number;
  /** In English. */
  unit: string;
  weighed: Weighed | null;
}

/** Which of these products never existed. */
export async function readUnknown(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param([...ids])}::text[]) id where not exists (select from product where product.id = id.id)`);
  return rows.map(({ id }) => id);
}

/** The current prices and stock of products, by id. Unknown, deleted and hidden ones are left out. */
export async function readPricesAndStock(db: Db, ids: readonly string[]): Promise<Map<string, PriceAndStock>> {
  const { id, stock, priceCents, unit } = products;
  const rows = await db
    .select({ _id: id, stock, priceCents, discountHundredths: discountNow("product"), unit, weighed: weighedOf("product") })
    .from(products)
    .where(and(sql`${id} = any(${sql.param([...ids])}::text[])`, isForSale()));
  return new Map(rows.map((row) => [row._id, row]));
}
