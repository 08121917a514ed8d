import type { Transaction } from "#server/db/connect.ts";
import { formatAmount } from "#shared/money.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { IN_CASH } from "../../orders/rules.ts";
import { updateOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import { startDifference, type Held } from "./start-difference.ts";

/**
 * Refunds what was overpaid for a locked order, with the commit: through its provider or, if no provider has the money, or it is too little
 * for the provider, by the staff, who find it under "Payments to look at".
 * @param held its payments, if a provider took any
 */
export function refundOverpaid(transaction: Transaction, order: LockedOrder, held: readonly Held[], cents: number, who: Actor): void {
  const isCash = order.paymentMethod === IN_CASH.method;
  const { byProvider, byHand } = isCash ? { byProvider: 0, byHand: cents } : startDifference(transaction, held, cents, who);
  owe(transaction, order, byProvider + byHand > 0 ? byHand : cents);
}

/** Records what the staff are to refund by hand, with the commit. */
export function owe({ tx, withCommit }: Transaction, { id: orderId, owedCents }: LockedOrder, cents: number): void {
  if (cents === 0) return;
  withCommit(
    updateOrder(tx, orderId, { owedCents: owedCents + cents }),
    recordEvent(tx, { orderId, kind: "DIFFERENCE BY HAND", who: "shop", after: formatAmount(cents) }),
  );
}
