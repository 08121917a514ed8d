import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Weighed } from "#shared/weights.ts";
import { weighedOf } from "../catalogue/store.ts";
import { refundedCentsOf } from "../payments/refunds/store.ts";

/** Orders, and their paid and expected amounts in cents. */
interface Figures {
  orders: number;
  paidCents: number;
  expectedCents: number;
}

export interface Sales {
  today: Figures;
  lastWeek: Figures;
  days: (Figures & { day: string })[];
  pending: { orders: number; oldest: string | null };
  cancelRequests: number;
}

/** What was paid for order `o` and not refunded, in cents. */
export const paidCents = sql`case o.payment_status
  when 'PAID' then o.total_cents
  when 'PARTIALLY REFUNDED' then greatest(0, o.total_cents - ${refundedCentsOf(sql`o.id`)})
  else 0 end`;
/** What is still to be paid for order `o`, in cents. */
const expected = sql`case when o.payment_status in ('CASH ON DELIVERY', 'PENDING') then o.total_cents else 0 end`;

const sums = sql`'orders', count(*), 'paidCents', coalesce(sum(paid), 0), 'expectedCents', coalesce(sum(expected), 0)`;

/** Sales per day in the time zone, including days without orders, oldest first. */
export async function readSales(db: Db, { timeZone, days }: { timeZone: string; days: number }): Promise<Sales> {
  const { rows } = await db.execute<{ sales: Sales }>(sql`
    with clock as materialized (
      select here, date_trunc('day', here) as today from (select now() at time zone ${timeZone} as here) c),
    sale as materialized (
      select o.created_at at time zone ${timeZone} as at, ${paidCents} as paid, ${expected} as expected
      from customer_order o
      where o.created_at >= ((select today from clock) - make_interval(days => ${days - 1})) at time zone ${timeZone}
        and o.status <> 'CANCELLED'),
    daily as (
      select at::date as day, count(*)::int as orders, sum(paid)::float8 as paid, sum(expected)::float8 as expected from sale group by 1)
    select json_build_object(
      'today', (select json_build_object(${sums}) from sale, clock where at >= today),
      'lastWeek', (select json_build_object(${sums}) from sale, clock
        where at >= today - interval '7 days' and at <= here - interval '7 days'),
      'days', (select json_agg(json_build_object('day', d::date, 'orders', coalesce(orders, 0),
          'paidCents', coalesce(paid, 0), 'expectedCents', coalesce(expected, 0)) order by d)
        from clock, generate_series(today - make_interval(days => ${days - 1}), today, interval '1 day') d left join daily on day = d::date),
      'pending', (select json_build_object('orders', count(*), 'oldest', min(created_at))
        from customer_order where status = 'PENDING' and deleted_at is null),
      'cancelRequests', (select count(*) from customer_order where cancel_requested_at is not null and deleted_at is null)) as sales`);
  return rows[0]!.sales;
}

interface Sold {
  name: string;
  pieces: number;
  paidCents: number;
  expectedCents: number;
}

export interface BestSellers {
  products: (Sold & { id: string; isThere: boolean })[];
  /** `id` is null for products without a category, and for delivery fees, which come last. */
  categories: (Sold & { id: string | null; isFee: boolean })[];
}

/**
 * The best-selling products by pieces, and all categories by sales, over some days in the time zone. An order's amounts are split
 * over its lines and its delivery fee in proportion to what they cost, less their shares of a coupon, to the cent; each product counts
 * toward its first category by name. So the categories and the delivery fees add up to the orders' totals, even if an admin edited a
 * total or part of it was refunded.
 */
export async function readBestSellers(
  db: Db,
  { timeZone, days, limit }: { timeZone: string; days: number; limit: number },
): Promise<BestSellers> {
  const { rows } = await db.execute<BestSellers & Record<string, unknown>>(sql`
    with sale as materialized (
      select o.id, o.delivery_fee_cents as fee, ${paidCents} as paid, ${expected} as expected from customer_order o
      where o.created_at >= (date_trunc('day', now() at time zone ${timeZone}) - make_interval(days => ${days - 1})) at time zone ${timeZone}
        and o.status <> 'CANCELLED' and o.payment_status <> 'REFUNDED'),
    line as materialized (
      -- Ids follow time, so these lines are stored together: one range scan instead of a lookup per order.
      select order_id, position, product_id, case when weighed_by = 'weight' then 1 else quantity end as quantity,
        case when weighed_grams is null then quantity * paid_cents::bigint
          else (paid_cents::bigint * coalesce(grams, quantity * weighed_grams) + 500) / 1000 end - coupon_cents as cost
      from order_line
      where order_id between (select min(id) from sale) and (select max(id) from sale)
      union all
      select id, -1, null, 0, fee from sale where fee > 0),
    placed as (
      select l.*, sale.paid, sale.expected,
        -- Free lines share by pieces.
        case when sum(cost) over whole > 0 then cost else quantity end as weight
      from line l join sale on sale.id = l.order_id
      window whole as (partition by order_id)),
    running as (
      select *, sum(weight) over whole as total, sum(weight) over up_to_here as upto
      from placed
      window whole as (partition by order_id), up_to_here as (partition by order_id order by position)),
    sold as materialized (
      select product_id, sum(quantity) as pieces,
        sum(div(paid * upto, total) - div(paid * (upto - weight), total)) as paid,
        sum(div(expected * upto, total) - div(expected * (upto - weight), total)) as expected
      from running group by 1),
    best as (
      select p.id, p.name, pieces, paid as "paidCents", expected as "expectedCents", p.deleted_at is null as "isThere"
      from (select * from sold where product_id is not null order by pieces desc, paid + expected desc, product_id limit ${limit}) s join product p on p.id = s.product_id),
    first_category as (
      select distinct on (pc.product_id) pc.product_id, c.id, c.name
      from product_category pc join category c on c.id = pc.category_id and c.deleted_at is null
      where pc.product_id in (select product_id from sold)
      order by pc.product_id, c.name, c.id),
    by_category as (
      select c.id, coalesce(c.name, '') as name, product_id is null as "isFee", sum(pieces) as pieces, sum(paid) as "paidCents", sum(expected) as "expectedCents"
      from sold left join first_category c using (product_id) group by c.id, c.name, 3)
    select
      coalesce((select json_agg(best order by pieces desc, "paidCents" + "expectedCents" desc, id) from best), '[]') as products,
      coalesce((select json_agg(by_category order by "isFee", "paidCents" + "expectedCents" desc, id) from by_category), '[]') as categories`);
  return rows[0]!;
}

/** Products with at most `threshold` pieces, lowest stock first, then best-selling: the beginning of the index `product_by_stock`. */
export async function readLowStock(db: Db, threshold: number, limit: number) {
  const low = sql`from product where deleted_at is null and stock <= ${threshold}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<{ id: string; name: string; unit: string; stock: number; sold: number; weighed: Weighed | null }>(
      sql`select id, name, unit, stock, sold, ${weighedOf("product")} as weighed ${low} order by stock, sold desc nulls first limit ${limit}`,
    ),
    db.execute<{ low: number; soldOut: number }>(
      sql`select count(*)::int as low, (count(*) filter (where stock = 0))::int as "soldOut" ${low}`,
    ),
  ]);
  return { ...counted[0]!, products: rows };
}
