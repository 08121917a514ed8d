import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";

/**
 * SQL for whether a mark `m` counts: until its order is canceled, when everything goes back to the shelves, or its shopper changes the
 * pieces, which makes those that stay anew.
 */
export const markCounts = sql`not exists (
  select from order_event e where e.order_id = m.order_id and e.kind in ('CANCELLED', 'PIECES') and e.at > m.at)`;

/**
 * Marks what is in the bags of a packed order that is being canceled, so that pickers are told to put it back. Packing deleted its marks;
 * these count for nothing else.
 */
export async function markBagsToPutBack(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`
    insert into pick_mark (order_id, position, found, grams, by, at)
    select l.order_id, l.position, least(l.quantity, 999), l.grams, 'shop', o.packed_at
    from order_line l join customer_order o on o.id = l.order_id
    where o.id = ${orderId} and o.packed_at is not null
    on conflict do nothing`);
}

/**
 * Moves the marks of an order to its new lines, when its shopper changes the pieces. A line that still wants all that was found, or less of
 * what is counted by the piece, stays picked. What is picked and no longer wanted is recorded, so that pickers are told to put it back.
 * Sent after the change is recorded, and before the lines are replaced.
 * @param lines the new ones
 */
export async function moveMarks(tx: Db, orderId: string, lines: readonly { productId: string; quantity: number }[]): Promise<void> {
  await tx.execute(sql`
    with wanted as (
      select product_id, sum(quantity)::int as quantity, min(position - 1)::int as position, count(*) as lines
      from unnest(${sql.param(lines.map(({ productId }) => productId))}::text[], ${sql.param(lines.map(({ quantity }) => quantity))}::int[])
        with ordinality as line (product_id, quantity, position)
      group by product_id
    ), former as (
      delete from pick_mark m using order_line l where m.order_id = ${orderId} and l.order_id = m.order_id and l.position = m.position
      returning m.*, l.product_id, l.quantity, l.weighed_by
    ), mark as (
      select m.*, coalesce(w.quantity, 0) as wanted, w.position as to_position, r.weighed_by is not distinct from m.weighed_by as is_alike,
        w.lines = 1 and count(*) over (partition by m.product_id) = 1 as is_only
      from former m
      left join wanted w on w.product_id = m.product_id
      left join product r on r.id = m.replacement_id
      -- Those that an earlier event made void; this change is recorded already.
      where not exists (
        select from order_event e where e.order_id = m.order_id and e.kind in ('CANCELLED', 'PIECES') and e.at > m.at and e.at < now())
    ), kept as (
      insert into pick_mark (order_id, position, found, grams, none_left, replacement_id, replacement_quantity, replacement_grams, by)
      select order_id, to_position, least(found, wanted), grams, none_left and wanted = quantity,
        case when wanted = quantity then replacement_id end, case when wanted = quantity then replacement_quantity else 0 end,
        case when wanted = quantity then replacement_grams end, by
      from mark where is_only and (wanted = quantity or weighed_by is null and found >= wanted)
      order by to_position
    )
    insert into pick_surplus (order_id, product_id, quantity)
    select ${orderId}::text, product_id, sum(quantity)::int from (
      select product_id, sum(found) - max(wanted) as quantity from mark group by product_id
      union all
      select replacement_id, case when found >= wanted then replacement_quantity when wanted < quantity and is_alike
        then replacement_quantity - (wanted - found) else 0 end
      from mark where replacement_id is not null) back
    where quantity > 0
    group by product_id
    on conflict (order_id, product_id) do update set quantity = pick_surplus.quantity + excluded.quantity, at = excluded.at`);
}

/** How many lines of an order are marked as missing, replaced or lighter. Only packing lowers the order by them; 0 once it is packed or sent. */
export async function countUnpacked(db: Db, orderId: string | SQL): Promise<number> {
  const { rows } = await db.execute<{ lines: number }>(sql`
    select count(*)::int as lines
    from customer_order o
    join order_line l on l.order_id = o.id
    join pick_mark m on m.order_id = l.order_id and m.position = l.position and ${markCounts}
    where o.id = ${orderId} and o.status = 'PENDING' and o.packed_at is null
      and (m.found < l.quantity or m.grams < l.quantity * l.weighed_grams)`);
  return rows[0]!.lines;
}
