import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { noteRefund, readTimeline } from "../orders/order-events.ts";
import { IS_PAID, refundOf } from "../orders/rules.ts";
import { lockOrder } from "../orders/store.ts";
import { finishPayment } from "./finish-payment.ts";
import { refundSoon } from "./jobs.ts";
import type { Providers } from "./provider.ts";
import { deleteFailedRefund, insertRefund, lockAttempt, readAttempt, readRefundOf } from "./store.ts";

const REASON = "The order was cancelled";

/**
 * Sends back what is left of the money of a cancelled order: once, however often it is asked. A refund that the provider
 * refused for good is begun anew.
 * @throws Unanswered when the provider does not tell what went back at its own pages since a refund failed
 */
export async function refundOrder(shop: Shop, providers: Providers, orderId: string): Promise<void> {
  const { database } = shop;
  // The attempt that became the order has its id.
  const [known, failed] = [await readAttempt(database.db, orderId), await readRefundOf(database.db, orderId)];
  const provider = known && providers[known.provider];
  if (provider && failed?.status === "FAILED") await finishPayment(shop, provider, orderId, { who: "job" });

  await database.transact(async (tx, invalidate) => {
    const attempt = await lockAttempt(tx, orderId);
    // Done before, and the order perhaps taken up again: a job may come twice.
    if (refundOf(await readTimeline(tx, orderId, "ADMIN")) !== "on its way") return;
    // Paid by hand: only a hand can give it back.
    if (!attempt) return noteRefund(tx, invalidate, orderId, "REFUND FAILED");
    await deleteFailedRefund(tx, orderId);
    const cents = attempt.totalCents - attempt.refundedCents;
    if (cents <= 0) {
      // All of it went back before. What is paid again since then was paid by hand.
      const order = await lockOrder(tx, orderId);
      return noteRefund(tx, invalidate, orderId, order && IS_PAID[order.paymentStatus] ? "REFUND FAILED" : "REFUND DONE");
    }
    const refund = await insertRefund(tx, { id: newId(), attemptId: orderId, cents, reason: REASON, status: "DUE" });
    return refund && refundSoon(tx, refund.id);
  });
}
