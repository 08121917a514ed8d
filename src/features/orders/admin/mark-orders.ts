import type { SQL } from "drizzle-orm";
import type { Database, Db } from "#server/db/connect.ts";
import { Refusal } from "#server/http/errors.ts";
import { lockMovable, type Movable } from "../change-status.ts";
import type { StaffActor } from "../limits/refund-limit.ts";
import { lockOrder, lockOrders, type LockedOrder } from "../locked-order-store.ts";
import { isToBePaid } from "../rules.ts";
import { idOf, readOrdersIn, type PlacedOrder } from "../store.ts";
import { editLocked, type OrderChange } from "./edit-order.ts";
import { idsNamed } from "./store.ts";
import { MOVES_FROM, type BulkStep } from "./rules.ts";

interface BulkOutcome {
  /** The orders that were changed, as they were before. */
  changed: PlacedOrder[];
  /** The orders that could not be changed, as they are now. */
  left: PlacedOrder[];
}

interface BulkChange {
  /** Locks what the change of an order depends on. */
  lock: (tx: Db, orderId: SQL) => Promise<Movable | { order: LockedOrder | undefined } | undefined>;
  /** What changes about an order; false if nothing does. */
  changeOf: (order: PlacedOrder) => OrderChange | false;
}

/** Marks orders as sent or delivered, except those marked short that have to be packed first. */
export function moveOrders(database: Database, who: StaffActor, refs: readonly string[], to: BulkStep): Promise<BulkOutcome> {
  const from: readonly string[] = MOVES_FROM[to];
  return changeEach(database, who, refs, {
    // Canceled orders, which would take stock, stay as they are.
    lock: (tx, orderId) => lockMovable(tx, orderId, to, false),
    changeOf: ({ status }) => from.includes(status) && { status: to, packFirst: true },
  });
}

/** Records that orders were paid in cash. */
export function markPaid(database: Database, who: StaffActor, refs: readonly string[]): Promise<BulkOutcome> {
  return changeEach(database, who, refs, {
    lock: async (tx, orderId) => ({ order: await lockOrder(tx, orderId) }),
    changeOf: (order) => isToBePaid(order) && { paymentStatus: "PAID" },
  });
}

/** Changes those of the orders that can be changed. Two round trips: one locks and reads all of them, the other writes and commits. */
function changeEach(database: Database, who: StaffActor, refs: readonly string[], { lock, changeOf }: BulkChange): Promise<BulkOutcome> {
  const ids = idsNamed(refs);
  return database.transact(async (transaction) => {
    const { tx } = transaction;
    const [, found, all] = await Promise.all([
      lockOrders(tx, ids),
      readOrdersIn(tx, ids),
      Promise.all(refs.map((ref) => lock(tx, idOf(ref)))),
    ]);
    const locked = new Map(all.flatMap((one) => (one?.order ? [[one.order.id, one] as const] : [])));
    const outcome: BulkOutcome = { changed: [], left: [] };
    for (const order of found) {
      const change = changeOf(order);
      const isDone = change && (await isChanged(editLocked(transaction, who, locked.get(order.id)!, change)));
      outcome[isDone ? "changed" : "left"].push(order);
    }
    return outcome;
  });
}

/** @returns false if an order can't be changed like this. The steps of {@link MOVES_FROM} are refused before anything is written. */
async function isChanged(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return false;
    throw error;
  }
}
