import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { openDatabase } from "#server/db/connect.ts";
import { enqueue, task, type Job } from "#server/jobs/jobs.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { startJobs } from "#server/jobs/start-jobs.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../tests/support/paying-shop.ts";
import { cancelOrder, getOrder } from "../orders/contract.ts";
import { paymentTasks } from "./tasks.ts";

const shop = await openPayingShop();

test("refunds and the reconciliation run while long imports keep the slow lane busy", async () => {
  const long = { name: "test.long", data: z.object({}) } satisfies Job;
  const end = Promise.withResolvers<void>();
  let begun = 0;
  const work = () => {
    begun++;
    return end.promise;
  };
  const figs = await addProduct(shop, { stock: 5, price: 4 });
  const payer = await newPayer(shop);
  const { orderId } = (await payer.confirm(await payer.approve({ [figs]: 1 }))).body.data;
  const { database } = shop.shop;
  const open = () => openDatabase({ ...shop.connection, max: RUNNER_CONNECTIONS }, () => {});
  const stop = startJobs(shop.shop, open, [task(long, work, { lane: "slow" }), ...paymentTasks(shop.shop)]);
  for (let n = 0; n < 2; n++) await enqueue(database.db, long, {});
  await vi.waitFor(() => expect(begun).toBe(2), 18_000);
  await shop.call(cancelOrder, { orderId }, { token: payer.token });
  const status = async () => (await shop.call(getOrder, { orderId }, { token: payer.token })).body.data.payment_status;
  await vi.waitFor(async () => expect(await status()).toBe("REFUNDED"), 18_000);
  end.resolve();
  await stop();
});
