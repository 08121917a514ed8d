import type { Database } from "#server/db/connect.ts";
import { Refusal } from "#server/http/errors.ts";
import type { StaffActor } from "../limits/refund-limit.ts";
import { isToBePaid } from "../rules.ts";
import { readOrdersById, readOrdersIn, type PlacedOrder } from "../store.ts";
import { editOrder, type OrderChange } from "./edit-order.ts";
import { idsNamed } from "./store.ts";
import { MOVES_FROM, type BulkStep } from "./rules.ts";

interface BulkOutcome {
  /** The orders that were changed, as they were before. */
  changed: PlacedOrder[];
  /** The orders that could not be changed, as they are now. */
  left: PlacedOrder[];
}

/** Marks orders as sent or delivered, except those marked short that have to be packed first. */
export function moveOrders(database: Database, who: StaffActor, refs: readonly string[], to: BulkStep): Promise<BulkOutcome> {
  const from: readonly string[] = MOVES_FROM[to];
  return changeEach(database, who, refs, ({ status }) => from.includes(status) && { status: to, packFirst: true });
}

/** Records that orders were paid in cash. */
export function markPaid(database: Database, who: StaffActor, refs: readonly string[]): Promise<BulkOutcome> {
  return changeEach(database, who, refs, (order) => isToBePaid(order) && { status: order.status, paymentStatus: "PAID" });
}

/** Changes orders in one transaction each, so that one that was canceled meanwhile doesn't hold up the others. */
async function changeEach(
  database: Database,
  who: StaffActor,
  refs: readonly string[],
  changeOf: (order: PlacedOrder) => OrderChange | false,
): Promise<BulkOutcome> {
  const changed: PlacedOrder[] = [];
  const found = await readOrdersIn(database.db, idsNamed(refs));
  for (const order of found) {
    const change = changeOf(order);
    const edit = () => database.transact((transaction) => editOrder(transaction, who, order.id, { ...change, statusWas: order.status }));
    if (change && (await isChanged(edit()))) changed.push(order);
  }
  const left = found.filter((order) => !changed.includes(order)).map(({ id }) => id);
  return { changed, left: await readOrdersById(database.db, left) };
}

/** @returns false if the order's status changed meanwhile, or it has to be packed first */
async function isChanged(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return false;
    throw error;
  }
}
