import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { noteRefund, readTimeline } from "../../orders/timeline/order-events.ts";
import { IS_PAID, refundOf } from "../../orders/rules.ts";
import { lockOrder } from "../../orders/locked-order-store.ts";
import { refundedOrDue } from "../differences/return-difference.ts";
import { deleteFailed, readFirstDue } from "../differences/store.ts";
import { finishPayment } from "../finish-payment.ts";
import { refundSoon } from "../jobs.ts";
import type { Providers } from "../provider.ts";
import { lockAttempt, readAttempt } from "../store.ts";
import { deleteFailedRefund, insertRefund, readRefundOf } from "./store.ts";

const REASON = "The order was canceled";

/**
 * Starts refunding what is left of a canceled order's payment. Repeats change nothing; a failed refund is started again. Money not
 * held by a provider is left to an admin.
 * @throws Unanswered if the provider does not say what it has refunded since a refund failed
 */
export async function refundOrder(shop: Shop, providers: Providers, orderId: string): Promise<void> {
  const { database } = shop;
  // An order has the id of the payment attempt it came from.
  const [known, failed] = [await readAttempt(database.db, orderId), await readRefundOf(database.db, orderId)];
  const provider = known && (await providers(known.provider));
  if (provider && failed?.status === "FAILED") await finishPayment(shop, provider, orderId, { who: "job" });

  await database.transact(async (tx, invalidate) => {
    const attempt = await lockAttempt(tx, orderId);
    // A job can run twice: the refund may be done, and the order reopened since.
    if (refundOf(await readTimeline(tx, orderId, "ADMIN")) !== "on its way") return;
    if (!attempt) return noteRefund(tx, invalidate, orderId, "REFUND BY HAND");
    // Its end starts this refund again, which then covers what is left.
    if (await readFirstDue(tx, orderId)) return;
    await deleteFailedRefund(tx, orderId);
    await deleteFailed(tx, orderId);
    const cents = attempt.totalCents - (await refundedOrDue(tx, attempt));
    if (cents <= 0) {
      // The provider has refunded everything. Anything paid since then was paid by hand.
      const order = await lockOrder(tx, orderId);
      return noteRefund(tx, invalidate, orderId, order && IS_PAID[order.paymentStatus] ? "REFUND BY HAND" : "REFUND DONE");
    }
    const refund = await insertRefund(tx, { id: newId(), attemptId: orderId, cents, reason: REASON, status: "DUE" });
    return refund && refundSoon(tx, refund.id);
  });
}
