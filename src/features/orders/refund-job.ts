import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, type Job } from "#server/jobs/jobs.ts";
import { id } from "#shared/id.ts";

/** Refunds a canceled order that was paid through a provider. Handled by the payments feature, which depends on this one. */
export const refundOrderJob = { name: "orders.refund", data: z.object({ orderId: id }) } satisfies Job;

/** Starts an order's refund once the transaction is committed. */
export const refundOrderSoon = (tx: Db, orderId: string) => enqueue(tx, refundOrderJob, { orderId });
