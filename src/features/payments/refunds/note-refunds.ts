import type { Db, Transaction } from "#server/db/connect.ts";
import { lockOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import { notePaymentStatusOf } from "../../orders/timeline/order-events.ts";
import { NO_DIFFERENCES, readDifferenceSumsOf, type DifferenceSums } from "../differences/store.ts";
import { orderIdOf } from "../rules.ts";
import { readPaymentsOf, updateAttempt, type Attempt } from "../store.ts";

/** What refunds that were made in the provider's dashboard are judged by. */
interface Refundable {
  /** The order that the payment is of, locked: if two payments are refunded at once, the second sees the first. */
  order: LockedOrder | undefined;
  /** All payments of that order. */
  payments: readonly Attempt[];
  /** What the differences of those that have any come to, by id. */
  sums: ReadonlyMap<string, DifferenceSums>;
}

/** Locks the order of a payment that is locked before or beside this. One round trip. */
export async function lockRefundable(tx: Db, attempt: Pick<Attempt, "id" | "amends">): Promise<Refundable> {
  const orderId = orderIdOf(attempt);
  const [order, payments, sums] = await Promise.all([
    lockOrder(tx, orderId),
    readPaymentsOf(tx, orderId),
    readDifferenceSumsOf(tx, orderId),
  ]);
  return { order, payments, sums };
}

/** Records refunds made in the provider's dashboard, with the commit. @param refundedCents all that it has refunded of the payment */
export function noteRefunds(
  { tx, invalidate, withCommit }: Transaction,
  { id, status, refundedCents: known }: Attempt,
  { order, payments, sums }: Refundable,
  refundedCents: number,
): void {
  if (refundedCents <= known) return;
  withCommit(updateAttempt(tx, id, { refundedCents }));
  // Differences don't count: the order's total was lowered by them. Staff may have refunded a failed one in the provider's dashboard.
  const { done, open, failed } = sums.get(id) ?? NO_DIFFERENCES;
  if (!order || status !== "PAID" || refundedCents <= done + open + failed) return;
  const isAll = payments.every((payment) => {
    const { byHand } = sums.get(payment.id) ?? NO_DIFFERENCES;
    return (payment.id === id ? refundedCents : payment.refundedCents) + byHand >= payment.totalCents;
  });
  withCommit(...notePaymentStatusOf(tx, invalidate, order, isAll ? "REFUNDED" : "PARTIALLY REFUNDED"));
}
