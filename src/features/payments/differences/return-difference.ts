import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { formatAmount } from "#shared/money.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { returnDifferenceSoon } from "../jobs.ts";
import { orderIdOf, splitRefund } from "../rules.ts";
import type { Attempt } from "../store.ts";
import { insertDifference, readReturned } from "./store.ts";

/** What the provider has refunded of a locked payment, or was asked to, in cents. */
export async function refundedOrDue(tx: Db, { id, refundedCents }: Pick<Attempt, "id" | "refundedCents">): Promise<number> {
  const { done, open } = await readReturned(tx, id);
  // The provider may not have reported a completed difference yet.
  return Math.max(refundedCents, done) + open;
}

/** What is left of a locked payment, in cents: neither refunded nor about to be. */
export async function leftOf(tx: Db, attempt: Attempt): Promise<number> {
  return attempt.status === "PAID" ? attempt.totalCents - (await refundedOrDue(tx, attempt)) : 0;
}

/**
 * Starts to refund a part of what was paid for an order, in the transaction that lowers its total, so that it happens exactly once, and
 * continues with the same ids if the process dies.
 * @param payments of one order, locked, oldest first
 * @returns the cents that the provider refunds; it no longer has the rest
 */
export async function returnDifference(tx: Db, payments: readonly Attempt[], cents: number, who: Actor): Promise<number> {
  const left: number[] = [];
  for (const payment of payments) left.push(await leftOf(tx, payment));
  const parts = splitRefund(left, cents);
  const due = parts.reduce((sum, part) => sum + part, 0);
  const [first] = payments;
  if (!first || due <= 0) return 0;
  await recordEvent(tx, { orderId: orderIdOf(first), kind: "DIFFERENCE DUE", who, after: formatAmount(due) });
  for (const [at, { id: attemptId }] of payments.entries()) {
    const part = parts[at] ?? 0;
    if (part === 0) continue;
    const id = newId();
    await insertDifference(tx, { id, attemptId, cents: part, status: "DUE" });
    await returnDifferenceSoon(tx, id);
  }
  return due;
}
