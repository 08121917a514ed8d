import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";

/** SQL for whether a mark `m` counts: until its order is canceled, when everything goes back to the shelves, or its shopper changes the pieces. */
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
