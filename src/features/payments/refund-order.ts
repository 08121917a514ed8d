import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { noteRefund } from "../orders/order-events.ts";
import { refundSoon } from "./jobs.ts";
import { insertRefund, lockAttempt } from "./store.ts";

/** Sends back what is left of the money of a cancelled order: once, however often it is asked. */
export async function refundOrder({ database }: Shop, orderId: string): Promise<void> {
  await database.transact(async (tx) => {
    // The attempt that became the order has its id.
    const attempt = await lockAttempt(tx, orderId);
    // Paid by hand: only a hand can give it back.
    if (!attempt) return noteRefund(tx, orderId, "REFUND FAILED");
    const cents = attempt.totalCents - attempt.refundedCents;
    if (cents <= 0) return undefined;
    const refund = await insertRefund(tx, { id: newId(), attemptId: orderId, cents, reason: "The order was cancelled", status: "DUE" });
    return refund && refundSoon(tx, refund.id);
  });
}
