import { and, isNull, not, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { discounted, toDollars, toPercent } from "#shared/money.ts";
import type { Product } from "./contract.ts";
import { discountNow } from "./offers/store.ts";
import { weighedOf } from "./store.ts";
import { products } from "./tables.ts";
import { unitPrice } from "./unit-price.ts";

/** What a product costs now, and how many there are. */
export type PriceAndStock = Pick<Product, "_id" | "stock" | "price" | "discount" | "unit_price" | "weighed">;

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
    .where(and(sql`${id} = any(${sql.param([...ids])}::text[])`, isNull(products.deletedAt), not(products.hidden)));
  return new Map(
    rows.map((row) => {
      const each = unitPrice(discounted(row.priceCents, row.discountHundredths), row.unit, Boolean(row.weighed));
      const now: PriceAndStock = {
        _id: row._id,
        stock: row.stock,
        price: toDollars(row.priceCents),
        discount: toPercent(row.discountHundredths),
        unit_price: each && { price: toDollars(each.cents), per: each.per },
        ...(row.weighed && { weighed: row.weighed }),
      };
      return [row._id, now];
    }),
  );
}
