import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { releasePayment } from "./release-payment.ts";
import { beingTaken, isReleasable } from "./rules.ts";
import { lockAttempt } from "./store.ts";

/**
 * Cancels a payment; one that has already ended stays as it is.
 * @throws Refusal 409 when it is paid, or the money is being taken right now
 */
export async function cancelPayment({ database }: Shop, attemptId: string): Promise<void> {
  await database.transact(async (tx, invalidate) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt) return;
    if (attempt.status === "PAID") throw refuse.conflict(t("This payment is complete. Your order is under My Orders."));
    if (attempt.status === "CAPTURING") throw refuse.conflict(beingTaken());
    if (isReleasable(attempt)) await releasePayment(tx, invalidate, attempt, "CANCELLED");
  });
}
