import type { Transaction } from "#server/db/connect.ts";
import { formatAmount } from "#shared/money.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { IN_CASH } from "../../orders/rules.ts";
import { updateOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import { returnDifference, type Held } from "./return-difference.ts";

/**
 * Refunds what was overpaid for a locked order, with the commit: through its provider or, if no provider has the money, by the staff, who
 * find it under "Payments to look at".
 * @param held its payments, if a provider took any
 */
export function giveBack(transaction: Transaction, order: LockedOrder, held: readonly Held[], cents: number, who: Actor): void {
  const { tx, withCommit } = transaction;
  const byProvider = order.paymentMethod === IN_CASH.method ? 0 : returnDifference(transaction, held, cents, who);
  if (byProvider > 0) return;
  const { id: orderId, owedCents } = order;
  withCommit(
    updateOrder(tx, orderId, { owedCents: owedCents + cents }),
    recordEvent(tx, { orderId, kind: "DIFFERENCE BY HAND", who: "shop", after: formatAmount(cents) }),
  );
}
