import type { Db } from "#server/db/connect.ts";
import { formatAmount } from "#shared/money.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { IN_CASH } from "../../orders/rules.ts";
import { updateOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import type { Attempt } from "../store.ts";
import { returnDifference } from "./return-difference.ts";

/**
 * Refunds what was overpaid for a locked order: through its provider or, if no provider has the money, by the staff, who find it under
 * "Payments to look at".
 * @param payments its locked payments, if a provider took any
 */
export async function giveBack(tx: Db, order: LockedOrder, payments: readonly Attempt[], cents: number, who: Actor): Promise<void> {
  const byProvider = order.paymentMethod === IN_CASH.method ? 0 : await returnDifference(tx, payments, cents, who);
  if (byProvider > 0) return;
  const { id: orderId, owedCents } = order;
  await updateOrder(tx, orderId, { owedCents: owedCents + cents });
  await recordEvent(tx, { orderId, kind: "DIFFERENCE BY HAND", who: "shop", after: formatAmount(cents) });
}
