import type { Database } from "#server/db/connect.ts";
import { Refusal } from "#server/http/errors.ts";
import type { OrderStatus } from "../contract.ts";
import type { StaffActor } from "../refund-limit.ts";
import { readOrdersById } from "../store.ts";
import { editOrder } from "./edit-order.ts";
import { MOVES_FROM, type BulkStep } from "./rules.ts";

interface Moved {
  moved: number;
  /** The orders that could not take this step, with the status they have. */
  left: { orderId: string; status: OrderStatus }[];
}

/** Marks orders as sent or delivered, one transaction each, so that one that was canceled meanwhile doesn't hold up the others. */
export async function moveOrders(database: Database, who: StaffActor, orderIds: readonly string[], to: BulkStep): Promise<Moved> {
  const from: readonly OrderStatus[] = MOVES_FROM[to];
  const refused: string[] = [];
  for (const { id, status } of await readOrdersById(database.db, orderIds)) {
    if (!from.includes(status) || !(await isMoved(editOrder(database, who, id, { status: to, statusWas: status })))) refused.push(id);
  }
  const left = (await readOrdersById(database.db, refused)).map(({ number, status }) => ({ orderId: number, status }));
  return { moved: orderIds.length - refused.length, left };
}

/** @returns false if the order's status changed meanwhile */
async function isMoved(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return false;
    throw error;
  }
}
