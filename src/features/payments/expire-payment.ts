import { sql } from "drizzle-orm";
import type { Shop } from "#server/shop.ts";
import { expireLater } from "./jobs.ts";
import { releasePayment } from "./release-payment.ts";
import { isReleasable } from "./rules.ts";
import { lockAttempt } from "./store.ts";

/** How long to wait for a capture that is in progress when the time runs out. */
const LATER = sql`now() + interval '1 minute'`;

/** Ends a payment whose time ran out. If its money is being taken, checks again later. */
export async function expirePayment({ database }: Shop, attemptId: string): Promise<void> {
  await database.transact(async ({ tx, invalidate }) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt) return;
    if (attempt.secondsLeft > 0) await expireLater(tx, attemptId, attempt.expiresAt);
    else if (attempt.status === "CAPTURING") await expireLater(tx, attemptId, LATER);
    else if (isReleasable(attempt)) await releasePayment(tx, invalidate, attempt, "EXPIRED");
  });
}
