import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { lockStock } from "../stock/store.ts";
import { releaseLockedPayment } from "./release-payment.ts";
import { beingTaken, isReleasable } from "./rules.ts";
import { lockOwnAttempt, productsUnderWay } from "./store.ts";

/**
 * Cancels a shopper's payment, by the provider's id; one that has already ended stays as it is. Two round trips.
 * @throws Refusal 404, also when the payment is somebody else's; 409 when it is paid, or the money is being taken right now
 */
export async function cancelPayment({ database }: Shop, userId: string, ref: string): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const [attempt, products] = await Promise.all([lockOwnAttempt(tx, userId, ref), lockStock(tx, [], productsUnderWay(userId))]);
    if (!attempt) throw refuse.notFound(t("Payment not found"));
    if (attempt.status === "PAID") throw refuse.conflict(t("This payment is complete. Your order is under My Orders."));
    if (attempt.status === "CAPTURING") throw refuse.conflict(beingTaken());
    if (isReleasable(attempt)) withCommit(...releaseLockedPayment(tx, invalidate, attempt, products, "CANCELLED"));
  });
}
