import type { Transaction } from "#server/db/connect.ts";
import { formatAmount } from "#shared/money.ts";
import type { RefundSplit } from "../../orders/refund-words.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { IN_CASH } from "../../orders/rules.ts";
import { updateOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import { splitOver, startDifference, type Held } from "./start-difference.ts";

/** The payments that a provider can refund of an order: none if it was paid in cash. */
const refundable = ({ paymentMethod }: Pick<LockedOrder, "paymentMethod">, held: readonly Held[]): readonly Held[] =>
  paymentMethod === IN_CASH.method ? [] : held;

/** What no provider has any of is refunded by the staff. */
const orByHand = (split: RefundSplit, cents: number): RefundSplit =>
  split.byProvider + split.byHand > 0 ? split : { byProvider: 0, byHand: cents };

/** Who refunds how much, if {@link refundOverpaid} is asked to refund this. */
export const splitOverpaid = (order: Pick<LockedOrder, "paymentMethod">, held: readonly Held[], cents: number): RefundSplit =>
  orByHand(splitOver(refundable(order, held), cents), cents);

/**
 * Refunds what was overpaid for a locked order, with the commit: through its provider or, if no provider has the money, or it is too little
 * for the provider, by the staff, who find it under "Payments to look at".
 * @param held its payments, if a provider took any
 */
export function refundOverpaid(transaction: Transaction, order: LockedOrder, held: readonly Held[], cents: number, who: Actor): void {
  const split = startDifference(transaction, refundable(order, held), cents, who);
  owe(transaction, order, orByHand(split, cents).byHand);
}

/** Records what the staff are to refund by hand, with the commit. */
export function owe({ tx, withCommit }: Transaction, { id: orderId, owedCents }: LockedOrder, cents: number): void {
  if (cents === 0) return;
  withCommit(
    updateOrder(tx, orderId, { owedCents: owedCents + cents }),
    recordEvent(tx, { orderId, kind: "DIFFERENCE BY HAND", who: "shop", after: formatAmount(cents) }),
  );
}
