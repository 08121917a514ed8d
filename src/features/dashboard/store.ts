import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { refundedCentsOf } from "../payments/store.ts";

interface Figures {
  orders: number;
  cents: number;
}

/** What the orders of some days brought, and what waits. */
export interface SalesRow {
  today: Figures;
  lastWeek: Figures;
  days: (Figures & { day: string })[];
  pending: { orders: number; oldest: string | null };
}

/** What was charged for an order `o` and not given back, in cents. */
const kept = sql`case o.payment_status
  when 'REFUNDED' then 0
  when 'PARTIALLY REFUNDED' then o.total_cents - ${refundedCentsOf(sql`o.id`)}
  else o.total_cents end`;

/** Sales by day of the zone, days without orders too, oldest first. */
export async function readSales(db: Db, { timeZone, days }: { timeZone: string; days: number }): Promise<SalesRow> {
  const { rows } = await db.execute<{ sales: SalesRow }>(sql`
    with clock as materialized (
      select here, date_trunc('day', here) as today from (select now() at time zone ${timeZone} as here) c),
    sale as materialized (
      select o.created_at at time zone ${timeZone} as at, ${kept} as cents
      from customer_order o
      where o.created_at >= ((select today from clock) - make_interval(days => ${days - 1})) at time zone ${timeZone}
        and o.status <> 'CANCELLED'),
    daily as (select at::date as day, count(*)::int as orders, sum(cents)::float8 as cents from sale group by 1)
    select json_build_object(
      'today', (select json_build_object('orders', count(*), 'cents', coalesce(sum(cents), 0))
        from sale, clock where at >= today),
      'lastWeek', (select json_build_object('orders', count(*), 'cents', coalesce(sum(cents), 0))
        from sale, clock where at >= today - interval '7 days' and at <= here - interval '7 days'),
      'days', (select json_agg(json_build_object('day', d::date, 'orders', coalesce(orders, 0), 'cents', coalesce(cents, 0)) order by d)
        from clock, generate_series(today - make_interval(days => ${days - 1}), today, interval '1 day') d left join daily on day = d::date),
      'pending', (select json_build_object('orders', count(*), 'oldest', min(created_at))
        from customer_order where status = 'PENDING' and deleted_at is null)) as sales`);
  return rows[0]!.sales;
}

interface SoldRow {
  _id: string;
  name: string;
  pieces: number;
  cents: number;
}

/** The products sold most by pieces, and the categories by revenue, of some days of the zone. */
export async function readBestSellers(
  db: Db,
  { timeZone, days, limit }: { timeZone: string; days: number; limit: number },
): Promise<{ products: (SoldRow & { isThere: boolean })[]; categories: SoldRow[] }> {
  const { rows } = await db.execute<{ products: (SoldRow & { isThere: boolean })[]; categories: SoldRow[] }>(sql`
    with sale as materialized (
      select o.id from customer_order o
      where o.created_at >= (date_trunc('day', now() at time zone ${timeZone}) - make_interval(days => ${days - 1})) at time zone ${timeZone}
        and o.status <> 'CANCELLED' and o.payment_status <> 'REFUNDED'),
    sold as materialized (
      select l.product_id, sum(l.quantity) as pieces, sum(l.quantity * l.paid_cents::bigint) as cents
      -- Ids follow time, so these lines lie together: read from end to end, not order by order, nor those of all years.
      from sale join (
        select order_id, product_id, quantity, paid_cents from order_line
        where order_id between (select min(id) from sale) and (select max(id) from sale) offset 0) l on l.order_id = sale.id
      group by 1),
    best as (
      select p.id as "_id", p.name, pieces, cents, p.deleted_at is null as "isThere"
      from (select * from sold order by pieces desc, cents desc, product_id limit ${limit}) s join product p on p.id = s.product_id),
    shelf as materialized (
      select category_id, sum(pieces) as pieces, sum(cents) as cents from sold join product_category using (product_id) group by 1),
    by_category as (
      select c.id as "_id", c.name, pieces, cents from shelf join category c on c.id = category_id and c.deleted_at is null)
    select
      coalesce((select json_agg(best order by pieces desc, cents desc, "_id") from best), '[]') as products,
      coalesce((select json_agg(by_category order by cents desc, "_id") from by_category), '[]') as categories`);
  return rows[0]!;
}

/** The products with at most 10 pieces, those of the index `product_low`: the emptiest first, of those the most sold. */
export async function readLowStock(db: Db, limit: number) {
  const low = sql`from product where deleted_at is null and stock <= 10`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<{ _id: string; name: string; unit: string; stock: number; sold: number }>(
      sql`select id as "_id", name, unit, stock, sold ${low} order by stock, sold desc nulls first limit ${limit}`,
    ),
    db.execute<{ low: number; soldOut: number }>(
      sql`select count(*)::int as low, (count(*) filter (where stock = 0))::int as "soldOut" ${low}`,
    ),
  ]);
  return { ...counted[0]!, products: rows };
}
