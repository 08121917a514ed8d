import type { SQL } from "drizzle-orm";
import type { Db, Transaction } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { formatAmount } from "#shared/money.ts";
import type { RefundSplit } from "../../orders/refund-words.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { sendDifferenceSoon } from "../jobs.ts";
import { note } from "../notes.ts";
import { LEAST_REFUND_CENTS, orderIdOf, splitRefund } from "../rules.ts";
import { lockPaymentsOf, type Attempt } from "../store.ts";
import { insertDifference, NO_DIFFERENCES, readDifferenceSumsOf, type DifferenceSums } from "./store.ts";

/** A locked payment, and what is left of it in cents: neither refunded nor about to be. */
export interface Held {
  payment: Attempt;
  leftCents: number;
}

/** What is left of a locked payment, in cents. @param sums of its differences; none if undefined */
export function leftOf(
  { status, totalCents, refundedCents }: Attempt,
  { done, byHand, open }: Pick<DifferenceSums, "done" | "byHand" | "open"> = NO_DIFFERENCES,
): number {
  // The provider may not have reported a completed difference yet.
  return status === "PAID" ? totalCents - Math.max(refundedCents, done) - byHand - open : 0;
}

/** A version from before the column `by_hand` reads this instead: the migration that fills the column for it does, too. */
const TOO_SMALL = note("Too small for the provider");

/** Whether the provider of a payment doesn't refund so little, so that the staff do. */
export const isTooSmall = ({ provider }: Pick<Attempt, "provider">, cents: number): boolean => cents < LEAST_REFUND_CENTS[provider];

/** Records a part of a payment that the staff refund. */
export const insertByHand = (tx: Db, attemptId: string, cents: number): Promise<void> =>
  insertDifference(tx, { id: newId(), attemptId, cents, status: "DONE", byHand: true, reason: TOO_SMALL });

/** The payments of an order, locked as by {@link lockPaymentsOf}, with what is left of each. One round trip. */
export async function lockHeld(tx: Db, orderId: string | SQL): Promise<Held[]> {
  const [payments, sums] = await Promise.all([lockPaymentsOf(tx, orderId), readDifferenceSumsOf(tx, orderId)]);
  return payments.map((payment) => ({ payment, leftCents: leftOf(payment, sums.get(payment.id)) }));
}

/** A part of a refund, of one payment. */
interface Part {
  payment: Attempt;
  cents: number;
  /** Whether it is too little for the provider. */
  byHand: boolean;
}

/** Shares a refund out over the payments of one order. @param held oldest first @returns less than `cents` together if not as much is left */
function partsOf(held: readonly Held[], cents: number): Part[] {
  const parts = splitRefund(
    held.map(({ leftCents }) => leftCents),
    cents,
  );
  return held.flatMap(({ payment }, at) => {
    const part = parts[at]!;
    return part === 0 ? [] : { payment, cents: part, byHand: isTooSmall(payment, part) };
  });
}

/** Who refunds how much, if {@link startDifference} is asked to refund this. */
export function splitOver(held: readonly Held[], cents: number): RefundSplit {
  const split = { byProvider: 0, byHand: 0 };
  for (const part of partsOf(held, cents)) split[part.byHand ? "byHand" : "byProvider"] += part.cents;
  return split;
}

/**
 * Starts to refund a part of what was paid for an order, with the commit of the transaction that lowers its total, so that it happens
 * exactly once, and continues with the same ids if the process dies.
 * @param held payments of one order, oldest first
 * @returns the cents that the provider refunds, and those that are too small for it; it no longer has the rest
 */
export function startDifference({ tx, withCommit }: Transaction, held: readonly Held[], cents: number, who: Actor): RefundSplit {
  for (const { payment, cents: part, byHand } of partsOf(held, cents)) {
    if (byHand) {
      withCommit(insertByHand(tx, payment.id, part));
      continue;
    }
    const id = newId();
    withCommit(insertDifference(tx, { id, attemptId: payment.id, cents: part, status: "DUE" }), sendDifferenceSoon(tx, id));
  }
  const split = splitOver(held, cents);
  const [first] = held;
  if (first && split.byProvider > 0)
    withCommit(recordEvent(tx, { orderId: orderIdOf(first.payment), kind: "DIFFERENCE DUE", who, after: formatAmount(split.byProvider) }));
  return split;
}
