import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, type Job } from "#server/jobs/jobs.ts";
import { id } from "#shared/id.ts";

/** Refunds a cancelled order that was paid through a provider. The payments feature, which depends on this one, runs it. */
export const refundOrderJob = { name: "orders.refund", data: z.object({ orderId: id }) } satisfies Job;

/** Starts the refund of an order once the transaction is committed. */
export const refundOrderSoon = (tx: Db, orderId: string) => enqueue(tx, refundOrderJob, { orderId });
