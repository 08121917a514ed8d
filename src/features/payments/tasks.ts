import { task, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { refundOrderJob } from "../orders/refund-job.ts";
import { changeTasks } from "./changes/emails.ts";
import { sendDifference } from "./differences/send-difference.ts";
import { expirePayment } from "./expire-payment.ts";
import { finishPayment } from "./finish-payment.ts";
import { jobs } from "./jobs.ts";
import { sendDifferenceEmail, sendRefundEmail } from "./emails.ts";
import { makeProviders } from "./providers/providers.ts";
import { reconcile } from "./reconcile.ts";
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
      async ({ attemptId }) => {
        const attempt = await readAttempt(shop.database.db, attemptId);
        const provider = attempt && (await providers(attempt.provider));
        if (provider) await finishPayment(shop, provider, attempt, { who: "job" });
      },
      { lane: "payments" },
    ),
    task(jobs.refund, ({ refundId }) => refundPayment(shop, providers, refundId), { lane: "payments" }),
    task(jobs.difference, ({ differenceId }) => sendDifference(shop, providers, differenceId), { lane: "payments" }),
    task(refundOrderJob, ({ orderId }) => refundOrder(shop, providers, orderId), { lane: "payments" }),
    task(jobs.differenceEmail, ({ differenceId }, emailId) => sendDifferenceEmail(shop, differenceId, emailId)),
    task(jobs.refundEmail, ({ refundId }, emailId) => sendRefundEmail(shop, refundId, emailId)),
    ...changeTasks(shop),
    task(jobs.reconcile, () => reconcile(shop, providers), { every: "* * * * *", lane: "payments" }),
  ];
}
