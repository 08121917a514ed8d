import { and, eq, not, notInArray, sql, type SQL } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { weighedOf } from "../../catalogue/store.ts";
import type { LineMark, Picked } from "./rules.ts";
import { pickMarks, surplus } from "./tables.ts";

/**
 * SQL for whether a mark `m` counts: until its order is canceled, when everything goes back to the shelves, or its shopper changes the
 * pieces, which makes those that stay anew.
 */
export const markCounts = sql`not exists (
  select from order_event e where e.order_id = m.order_id and e.kind in ('CANCELLED', 'PIECES') and e.at > m.at)`;

/** The time of a mark that doesn't count. Versions without `in_bag` know open lines by it, so it can change in the next one. */
const OPEN = sql.raw("timestamptz 'epoch'");
/** SQL for whether the line of a mark `m` is open again, with `m.in_bag` in the bag. */
export const isOpenMark = sql`(m.in_bag > 0 and not ${markCounts})`;

/**
 * Marks what is in the bags of an order that is being canceled, so that pickers are told to put it back. Packing deleted its marks; these
 * count for nothing else, even if the order is reopened.
 */
export async function markBagsToPutBack(tx: Db, orderId: string): Promise<void> {
  await Promise.all([
    tx.execute(sql`update pick_mark set in_bag = 0, at = now() where order_id = ${orderId} and in_bag > 0`),
    tx.execute(sql`
      insert into pick_mark (order_id, position, found, grams, by, at)
      select l.order_id, l.position, least(l.quantity, 999), l.grams, 'shop', o.packed_at
      from order_line l join customer_order o on o.id = l.order_id
      where o.id = ${orderId} and o.packed_at is not null
      on conflict do nothing`),
  ]);
}

/** How long what is no longer wanted waits to be put back. */
export const PUT_BACK_DAYS = 7;
/** SQL for whether a surplus is old, so that it is on its shelf already. */
const isOldSurplus = sql`pick_surplus.at < now() - make_interval(days => ${PUT_BACK_DAYS})`;

export const NOTHING_PICKED: Picked = { marks: [], surplus: [] };

/** What was picked for an order, with the replacements as they are sold now. @param orderId SQL for it */
export async function readPicked(tx: Db, orderId: SQL): Promise<Picked> {
  const [marks, left] = await Promise.all([
    tx.execute<LineMark & Record<string, unknown>>(sql`
      select m.position, m.found, m.grams, m.none_left as "noneLeft", m.by, m.in_bag as "inBag", ${isOpenMark} as "isOpen",
        case when r.id is not null then json_build_object('productId', r.id, 'quantity', m.replacement_quantity, 'grams', m.replacement_grams,
          'weighed', ${weighedOf("r")}) end as replacement
      from pick_mark m join order_line l on l.order_id = m.order_id and l.position = m.position left join product r on r.id = m.replacement_id
      where m.order_id = ${orderId} and (${markCounts} or ${isOpenMark})`),
    tx
      .select({ productId: surplus.productId, quantity: surplus.quantity })
      .from(surplus)
      .where(and(eq(surplus.orderId, orderId), not(isOldSurplus))),
  ]);
  return { marks: marks.rows, surplus: left };
}

/** Replaces what was picked for an order. Sent after its change is recorded, so that the marks count. */
export async function replacePicked(tx: Db, orderId: string, picked: Picked): Promise<void> {
  const marks = picked.marks.map(({ replacement, isOpen, ...mark }) => ({
    ...mark,
    orderId,
    replacementId: replacement?.productId ?? null,
    replacementQuantity: replacement?.quantity ?? 0,
    replacementGrams: replacement?.grams ?? null,
    ...(isOpen && { at: OPEN }),
  }));
  await Promise.all([deleteMarksOf(tx, orderId), writeMarks(tx, marks), replaceSurplus(tx, orderId, picked.surplus)]);
}

async function replaceSurplus(tx: Db, orderId: string, amounts: Picked["surplus"]): Promise<void> {
  const ids = amounts.map(({ productId }) => productId);
  await Promise.all([
    tx.delete(surplus).where(and(eq(surplus.orderId, orderId), notInArray(surplus.productId, ids))),
    amounts.length > 0 &&
      tx
        .insert(surplus)
        .values(amounts.map((amount) => ({ ...amount, orderId })))
        .onConflictDoUpdate({
          target: [surplus.orderId, surplus.productId],
          set: { quantity: sql`excluded.quantity`, at: sql`excluded.at` },
          setWhere: sql`pick_surplus.quantity <> excluded.quantity or ${isOldSurplus}`,
        }),
  ]);
}

/** Records that what an order no longer needs is back on the shelves. */
export async function deleteSurplusOf(tx: Db, orderId: string): Promise<void> {
  await tx.delete(surplus).where(eq(surplus.orderId, orderId));
}

/** Deletes what is no longer listed to be put back. */
export async function deleteOldSurplus(db: Db): Promise<void> {
  await deleteInBatches(db, surplus, isOldSurplus);
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

/** Writes marks over those of the same lines, whose bags stay as they are. */
export async function writeMarks(tx: Db, marks: readonly PgInsertValue<typeof pickMarks>[]): Promise<void> {
  if (marks.length === 0) return;
  await tx
    .insert(pickMarks)
    .values([...marks])
    .onConflictDoUpdate({
      target: [pickMarks.orderId, pickMarks.position],
      set: {
        found: sql`excluded.found`,
        grams: sql`excluded.grams`,
        noneLeft: sql`excluded.none_left`,
        replacementId: sql`excluded.replacement_id`,
        replacementQuantity: sql`excluded.replacement_quantity`,
        replacementGrams: sql`excluded.replacement_grams`,
        by: sql`excluded.by`,
        at: sql`excluded.at`,
      },
    });
}

/** Deletes the marks of some lines. Those that were opened again are open as before. */
export async function deleteMarks(tx: Db, lines: readonly { orderId: string; position: number }[]): Promise<void> {
  if (lines.length === 0) return;
  const isOne = sql`(m.order_id, m.position) in (select * from unnest(${sql.param(lines.map(({ orderId }) => orderId))}::text[],
    ${sql.param(lines.map(({ position }) => position))}::int[]))`;
  await Promise.all([
    tx.execute(sql`
      update pick_mark m set found = m.in_bag, grams = null, none_left = false, replacement_id = null, replacement_quantity = 0,
        replacement_grams = null, at = ${OPEN}
      where ${isOne} and m.in_bag > 0`),
    tx.execute(sql`delete from pick_mark m where ${isOne} and m.in_bag = 0`),
  ]);
}

/** Deletes all marks of an order that is packed, or was canceled and put back. */
export async function deleteMarksOf(tx: Db, orderId: string): Promise<void> {
  await tx.delete(pickMarks).where(eq(pickMarks.orderId, orderId));
}
