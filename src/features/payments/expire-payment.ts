import type { Shop } from "#server/shop.ts";
import { expireLater } from "./jobs.ts";
import { releasePayment } from "./release-payment.ts";
import { isReleasable } from "./start-payment.ts";
import { lockAttempt } from "./store.ts";

/** How long a capture that is under way at the end of the time is waited for. */
const WAIT_MS = 60_000;

/** Ends a payment whose time is over; one that is just being taken is looked at again later. */
export async function expirePayment({ database }: Shop, attemptId: string): Promise<void> {
  await database.transact(async (tx, invalidate) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt) return;
    const now = Date.now();
    if (attempt.expiresAt.getTime() > now) await expireLater(tx, attemptId, attempt.expiresAt);
    else if (attempt.status === "CAPTURING") await expireLater(tx, attemptId, new Date(now + WAIT_MS));
    else if (isReleasable(attempt)) await releasePayment(tx, invalidate, attempt, "EXPIRED");
  });
}
