import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, type Job } from "#server/jobs/jobs.ts";
import { id } from "#shared/id.ts";

/** An order was cancelled whose money is here: it is to go back. The room of payments, which this one does not know, does it. */
export const refundOrderJob = { name: "orders.refund", data: z.object({ orderId: id }) } satisfies Job;

/** Has the money of an order go back, once the transaction is committed. */
export const refundOrderSoon = (tx: Db, orderId: string) => enqueue(tx, refundOrderJob, { orderId });
