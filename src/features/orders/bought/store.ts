import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isForSale } from "../../catalogue/for-sale.ts";
import type { Pair } from "../../catalogue/related/store.ts";

/** The newest orders of each product that count, so that the work stays bounded. */
const ORDERS_OF_PRODUCT = 500;
/** Shoppers who must have bought both products: fewer would be chance, and could reveal what one person bought. */
const LEAST_SHOPPERS = 3;
/** The most products that one is paired with. */
const PAIRS = 12;

/**
 * What these products were bought together with in orders that were not canceled, best first. Products that sell well anyway count less,
 * since they are in every basket.
 */
export async function readPairs(db: Db, productIds: readonly string[]): Promise<Pair[]> {
  const { rows } = await db.execute<Pair & Record<string, unknown>>(sql`
    with mine as (
      select wanted.id as product_id, o.id as order_id, o.user_id
      from unnest(${sql.param([...productIds])}::text[]) wanted (id)
      cross join lateral (
        select order_id from order_line where product_id = wanted.id order by order_id desc limit ${ORDERS_OF_PRODUCT}) l
      join customer_order o on o.id = l.order_id and o.status <> 'CANCELLED'),
    together as (
      select m.product_id, l.product_id as other_id, count(distinct m.user_id) as shoppers
      from mine m join order_line l on l.order_id = m.order_id and l.product_id <> m.product_id
      group by 1, 2 having count(distinct m.user_id) >= ${LEAST_SHOPPERS}),
    ranked as (
      select product_id, other_id,
        row_number() over (partition by product_id order by shoppers / sqrt(greatest(p.sold, 1)) desc, other_id)::int as place
      from together join product p on p.id = other_id and ${isForSale("p")})
    select product_id as "productId", other_id as "otherId", place from ranked where place <= ${PAIRS}`);
  return rows;
}

/** A shopper's newest orders that count. */
const ORDERS_OF_SHOPPER = 100;

/** The products that a shopper buys most often, then most recently; those in stock first. Canceled orders don't count. */
export async function readOftenBought(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id
    from (select id from customer_order where user_id = ${userId} and status <> 'CANCELLED' order by id desc limit ${ORDERS_OF_SHOPPER}) o
    join order_line l on l.order_id = o.id
    join product p on p.id = l.product_id and ${isForSale("p")}
    group by p.id order by p.stock > 0 desc, count(distinct o.id) desc, max(o.id) desc, p.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
