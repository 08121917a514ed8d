import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Weighed } from "#shared/weights.ts";
import { language } from "#words/language.ts";
import { isLowOnStock } from "../catalogue/low-stock.ts";
import { textIn, unitIn } from "../catalogue/spoken/spoken.ts";
import { weighedOf } from "../catalogue/store.ts";
import { daysOf, storedOf, type Span } from "./days/days.ts";
import { soldOf, totalsOf } from "./days/sold.ts";

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

/** The days of a span that are stored, and `live`, the others: today, and those whose orders changed. */
const storedAndLive = (span: Span) => sql`
  span as materialized (${daysOf(span)}),
  stored as materialized (${storedOf(sql`span`)}),
  live as materialized (select starts_at, ends_at from span where starts_at not in (select starts_at from stored))`;

const amounts = (from: SQL) =>
  sql`'orders', coalesce(${from}.orders, 0), 'paidCents', coalesce(${from}.paid_cents, 0), 'expectedCents', coalesce(${from}.expected_cents, 0)`;

/** Sales per day in the time zone, including days without orders, oldest first. */
export async function readSales(db: Db, span: Span): Promise<Sales> {
  const { timeZone } = span;
  const { rows } = await db.execute<{ sales: Sales }>(sql`
    with ${storedAndLive(span)},
    clock as materialized (select now() at time zone ${timeZone}::text - interval '7 days' as week_ago),
    daily as materialized (
      select starts_at, orders, paid_cents, expected_cents from stored union all ${totalsOf(sql`live`)}),
    that_day as materialized (
      select starts_at, ends_at, week_ago from span, clock where day = week_ago::date),
    last_week as materialized (
      ${totalsOf(sql`that_day`, sql`o.created_at at time zone ${timeZone}::text <= s.week_ago`)})
    select json_build_object(
      'today', (select json_build_object(${amounts(sql`daily`)}) from span left join daily using (starts_at) where ends_at = 'infinity'),
      'lastWeek', (select json_build_object(${amounts(sql`last_week`)}) from that_day left join last_week using (starts_at)),
      'days', (select json_agg(json_build_object('day', day, ${amounts(sql`daily`)}) order by day) from span left join daily using (starts_at)),
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
  products: (Sold & { id: string; unit: string; isThere: boolean })[];
  /** `id` is null for products without a category, and for delivery fees, which come last. */
  categories: (Sold & { id: string | null; isFee: boolean })[];
}

/**
 * The best-selling products by pieces, and all categories by sales, over some days in the time zone. Each product counts toward its
 * first category by name. So the categories and the delivery fees add up to the orders' totals, even if an admin edited a total or part
 * of it was refunded.
 */
export async function readBestSellers(db: Db, { limit, ...span }: Span & { limit: number }): Promise<BestSellers> {
  const { rows } = await db.execute<BestSellers & Record<string, unknown>>(sql`
    with ${storedAndLive(span)},
    sold_live as materialized (${soldOf(sql`live`)}),
    sold as materialized (
      select product_id, sum(pieces)::bigint as pieces, sum(paid_cents)::bigint as paid, sum(expected_cents)::bigint as expected
      from (
        select unnest(sold_ids) as product_id, unnest(sold_pieces) as pieces, unnest(sold_paid_cents) as paid_cents,
          unnest(sold_expected_cents) as expected_cents from stored
        union all select product_id, pieces, paid_cents, expected_cents from sold_live) s
      group by 1),
    best as (
      select p.id, ${textIn(language(), sql`p.name`, sql`p.name_es`)} as name, ${unitIn(language(), sql`p.unit`, sql`p.unit_es`)} as unit, pieces, paid as "paidCents", expected as "expectedCents", p.deleted_at is null as "isThere"
      from (select * from sold where product_id is not null order by pieces desc, paid + expected desc, product_id limit ${limit}) s join product p on p.id = s.product_id),
    shelf as materialized (
      select id, ${textIn(language(), sql`name`, sql`name_es`)} as name, row_number() over (order by name, id) as place from category where deleted_at is null),
    by_place as (
      select place, product_id is null as "isFee", sum(pieces)::bigint as pieces, sum(paid)::bigint as "paidCents", sum(expected)::bigint as "expectedCents"
      from sold s cross join lateral (
        select min(array_position((select array_agg(id order by place) from shelf), category_id)) as place
        from product_category where product_id = s.product_id) first_shelf
      group by 1, 2),
    by_category as (
      select id, coalesce(name, '') as name, "isFee", pieces, "paidCents", "expectedCents" from by_place left join shelf using (place))
    select
      coalesce((select json_agg(best order by pieces desc, "paidCents" + "expectedCents" desc, id) from best), '[]') as products,
      coalesce((select json_agg(by_category order by "isFee", "paidCents" + "expectedCents" desc, id) from by_category), '[]') as categories`);
  return rows[0]!;
}

/** The products that are low on stock, lowest first, then best-selling. */
export async function readLowStock(db: Db, threshold: number, limit: number) {
  const low = sql`from product where ${isLowOnStock("product", threshold)}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<{ id: string; name: string; unit: string; stock: number; sold: number; weighed: Weighed | null }>(
      sql`select id, ${textIn(language(), sql`name`, sql`name_es`)} as name, ${unitIn(language(), sql`unit`, sql`unit_es`)} as unit, stock, sold, ${weighedOf("product")} as weighed ${low} order by stock, sold desc nulls first limit ${limit}`,
    ),
    db.execute<{ low: number; soldOut: number }>(
      sql`select count(*)::int as low, (count(*) filter (where stock = 0))::int as "soldOut" ${low}`,
    ),
  ]);
  return { ...counted[0]!, products: rows };
}
