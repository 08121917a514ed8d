import { sql } from "drizzle-orm";
import { task, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { refundOrderJob } from "../orders/refund-job.ts";
import { changeTasks } from "./changes/emails.ts";
import { sendDifference } from "./differences/send-difference.ts";
import { expirePayment } from "./expire-payment.ts";
import { finishPayment } from "./finish-payment.ts";
import { finishSoon, jobs } from "./jobs.ts";
import { sendDifferenceEmail, sendRefundEmail } from "./emails.ts";
import { itemsTasks } from "./items/emails.ts";
import { makeProviders } from "./providers/providers.ts";
import { reconcile } from "./reconcile/reconcile.ts";
import { refundOrder } from "./refunds/refund-order.ts";
import { refundPayment } from "./refunds/refund-payment.ts";
import { readAttempt } from "./store.ts";

/** The background jobs of payments. Those that call a provider have a lane of their own. */
export function paymentTasks(shop: Shop): Task[] {
  const providers = makeProviders(shop);
  return [
    task(jobs.expire, ({ attemptId }) => expirePayment(shop, attemptId)),
    task(
      jobs.finish,
      async ({ attemptId, chargeRef }) => {
        const { db } = shop.database;
        const attempt = await readAttempt(db, attemptId);
        const provider = attempt && (await providers(attempt.provider));
        if (!provider) return;
        const { kind } = await finishPayment(shop, provider, attempt, { who: "job", chargeRef });
        // Whether that charge pays is decided once no other is being made.
        if (kind === "pending" && chargeRef) await finishSoon(db, attemptId, chargeRef, sql`now() + interval '1 minute'`);
      },
      { lane: "payments" },
    ),
    task(jobs.refund, ({ refundId }) => refundPayment(shop, providers, refundId), { lane: "payments" }),
    task(jobs.difference, ({ differenceId }) => sendDifference(shop, providers, differenceId), { lane: "payments" }),
    task(refundOrderJob, ({ orderId }) => refundOrder(shop, providers, orderId), { lane: "payments" }),
    task(jobs.differenceEmail, ({ differenceId }, emailId) => sendDifferenceEmail(shop, differenceId, emailId)),
    task(jobs.refundEmail, ({ refundId }, emailId) => sendRefundEmail(shop, refundId, emailId)),
    ...changeTasks(shop),
    ...itemsTasks(shop),
    task(jobs.reconcile, () => reconcile(shop, providers), { every: "* * * * *", lane: "payments" }),
  ];
}
