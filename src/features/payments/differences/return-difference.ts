import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { formatAmount } from "#shared/money.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { returnDifferenceSoon } from "../jobs.ts";
import type { Attempt } from "../store.ts";
import { insertDifference, readReturned } from "./store.ts";

/** What the provider has refunded of a locked payment, or was asked to, in cents. */
export async function refundedOrDue(tx: Db, { id, refundedCents }: Pick<Attempt, "id" | "refundedCents">): Promise<number> {
  const { done, open } = await readReturned(tx, id);
  // The provider may not have told us yet about a difference that is done.
  return Math.max(refundedCents, done) + open;
}

/**
 * Starts to give back a part of an order's payment, in the transaction that lowers the order: so it happens exactly once, and a
 * process that dies goes on with the same id.
 * @param attempt locked
 * @returns the cents that the provider gives back; the rest is not its money any more
 */
export async function returnDifference(tx: Db, attempt: Attempt, cents: number, who: Actor): Promise<number> {
  const left = attempt.status === "PAID" ? attempt.totalCents - (await refundedOrDue(tx, attempt)) : 0;
  const due = Math.min(left, cents);
  if (due <= 0) return 0;
  const id = newId();
  await insertDifference(tx, { id, attemptId: attempt.id, cents: due, status: "DUE" });
  await recordEvent(tx, { orderId: attempt.id, kind: "DIFFERENCE DUE", who, after: formatAmount(due) });
  await returnDifferenceSoon(tx, id);
  return due;
}
