import { sql, type SQL } from "drizzle-orm";
import { literals } from "#server/db/literals.ts";
import { piecesOf } from "../../orders/pieces.ts";
import { TO_BE_PAID } from "../../orders/rules.ts";
import { keptCents } from "../../payments/refunds/store.ts";

/** What is still to be paid for order `o`, in cents. */
const expectedCents = sql`case when o.payment_status in (${literals(TO_BE_PAID)}) then o.total_cents else 0 end`;

/** The orders of some spans of time that weren't canceled. @param spans a table with `starts_at` and `ends_at` */
const ordersOf = (spans: SQL) => sql`${spans} s cross join lateral (
  select o.id, o.created_at, o.payment_status, o.delivery_fee_cents, ${keptCents} as paid, ${expectedCents} as expected from customer_order o
  where o.created_at >= s.starts_at and o.created_at < s.ends_at and o.status <> 'CANCELLED' offset 0) o`;

/** SQL for the number of these orders in each span `s`, and their amounts. Spans without orders have no row. @param only of these orders */
export const totalsOf = (spans: SQL, only: SQL = sql`true`) => sql`
  select s.starts_at, count(*)::int as orders, sum(paid)::bigint as paid_cents, sum(expected)::bigint as expected_cents
  from ${ordersOf(spans)} where ${only} group by 1`;

/** SQL for cents times a share of the order, rounded down. Large numbers need `numeric`, which takes several times as long. */
const shared = (cents: SQL, part: SQL) => sql`case when ${cents} < 1000000000 and total < 1000000000
  then ${cents} * (${part}) / total else div(${cents}::numeric * (${part}), total)::bigint end`;

/**
 * SQL for what was sold in each span: pieces, paid and expected amounts by product, which is null for delivery fees; without fully
 * refunded orders. An order's amounts are split over its lines and its delivery fee in proportion to what they cost, less their shares
 * of a coupon, to the cent.
 */
export const soldOf = (spans: SQL) => sql`
  select starts_at, product_id, sum(pieces)::bigint as pieces,
    sum(${shared(sql`paid`, sql`upto`)} - ${shared(sql`paid`, sql`upto - weight`)})::bigint as paid_cents,
    sum(${shared(sql`expected`, sql`upto`)} - ${shared(sql`expected`, sql`upto - weight`)})::bigint as expected_cents
  from (
    -- Free lines share by pieces.
    select starts_at, product_id, pieces, paid, expected, case when costs > 0 then cost else pieces end::bigint as weight,
      case when costs > 0 then costs else all_pieces end::bigint as total, case when costs > 0 then costs_upto else pieces_upto end::bigint as upto
    from (
      select s.starts_at, o.paid, o.expected, l.*, sum(cost) over whole as costs, sum(pieces) over whole as all_pieces,
        sum(cost) over up_to_here as costs_upto, sum(pieces) over up_to_here as pieces_upto
      from ${ordersOf(spans)} cross join lateral (
        select order_id, position, product_id, ${piecesOf("order_line")} as pieces,
          case when weighed_grams is null then quantity * paid_cents::bigint
            else (paid_cents::bigint * coalesce(grams, quantity * weighed_grams) + 500) / 1000 end - coupon_cents as cost
        from order_line where order_id = o.id
        union all select o.id, -1, null, 0, o.delivery_fee_cents where o.delivery_fee_cents > 0
        offset 0) l
      where o.payment_status <> 'REFUNDED'
      window whole as (partition by order_id), up_to_here as (partition by order_id order by position rows unbounded preceding)) line) placed
  group by 1, 2`;
