import type { SQL } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, type Job } from "#server/jobs/jobs.ts";
import { id } from "#shared/id.ts";

/** The background jobs of this feature; `tasks.ts` implements them. */
export const jobs = {
  /** The time to pay ran out. */
  expire: { name: "payments.expire", data: z.object({ attemptId: id }) },
  /** Something happened to a payment, so bring it to its end. */
  finish: { name: "payments.finish", data: z.object({ attemptId: id, chargeRef: z.optional(z.string()) }) },
  refund: { name: "payments.refund", data: z.object({ refundId: id }) },
  /** Refund a part of a payment. */
  difference: { name: "payments.difference", data: z.object({ differenceId: id }) },
  differenceEmail: { name: "payments.difference-email", data: z.object({ differenceId: id }) },
  refundEmail: { name: "payments.refund-email", data: z.object({ refundId: id }) },
  /** Ask the providers about pending refunds, and about payments that no request or webhook has finished. */
  reconcile: { name: "payments.reconcile", data: z.unknown() },
} satisfies Record<string, Job>;

/** Ends a payment when its time runs out. */
export const expireLater = (tx: Db, attemptId: string, at: Date | SQL) => enqueue(tx, jobs.expire, { attemptId }, at);
/** Brings a payment to its end after something happened to it. @param chargeRef the charge that it happened to */
export const finishSoon = (tx: Db, attemptId: string, chargeRef?: string, at?: SQL) =>
  enqueue(tx, jobs.finish, { attemptId, chargeRef }, at);
export const refundSoon = (tx: Db, refundId: string) => enqueue(tx, jobs.refund, { refundId });
export const sendDifferenceSoon = (tx: Db, differenceId: string) => enqueue(tx, jobs.difference, { differenceId });
/** Emails the shopper that the refund of a difference is complete. */
export const emailDifference = (tx: Db, differenceId: string) => enqueue(tx, jobs.differenceEmail, { differenceId });
/** Emails the shopper that the refund is complete. */
export const emailRefund = (tx: Db, refundId: string) => enqueue(tx, jobs.refundEmail, { refundId });
