import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { enqueue } from "#server/jobs/jobs.ts";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { openPayingShop } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { jobs } from "../jobs.ts";
import { unsettledPayments } from "../refunds/contract.ts";

const shop = await openPayingShop();
const { sandbox, doJobs } = shop;
const { db } = shop.shop.database;
const { paidOrder } = changingShop(shop);

/** An order of $12 that became cheaper by $4, which PayPal is still processing. */
async function pendingDifference() {
  const figs = await addProduct(shop, { price: 4, stock: 10 });
  const order = await paidOrder({ [figs]: 3 });
  await sandbox.fault("paypal", { operation: "refund", effect: "pending" });
  expect((await order.change({ [figs]: 2 })).status).toBe(200);
  await doJobs();
  const { _id } = await order.details();
  const { rows } = await db.execute<{ ref: string }>(sql`select provider_ref as ref from payment_difference where attempt_id = ${_id}`);
  const { baseUrl, clientId, clientSecret } = sandbox.paypal;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const look = async () => {
    await db.execute(sql`update payment_difference set checked_at = now() - interval '2 hours' where attempt_id = ${_id}`);
    await enqueue(db, jobs.reconcile, {});
    await doJobs();
  };
  return {
    ...order,
    look,
    /** Lets PayPal decide. */
    settle: async (status: "COMPLETED" | "FAILED") => {
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(`${baseUrl}/refunds/${rows[0]!.ref}/settle`, {
        method: "POST",
        headers,
        body: JSON.stringify({ status }),
      });
      expect(answer.status).toBe(200);
      await look();
      await look();
    },
    kinds: async () => (await order.details()).timeline.map(({ kind }) => kind),
    refundEmails: async () => (await shop.emailsTo(order.payer.user.email)).filter(({ subject }) => subject?.startsWith("Your refund")),
  };
}

test("a difference that PayPal is still processing is not done, and its order says so once", async () => {
  const order = await pendingDifference();
  await order.look();
  expect((await order.kinds()).slice(-2)).toEqual(["DIFFERENCE DUE", "DIFFERENCE PENDING"]);
  expect(await order.refundEmails()).toEqual([]);
});

test("the shopper gets one email when PayPal has returned it", async () => {
  const order = await pendingDifference();
  await order.settle("COMPLETED");
  expect((await order.kinds()).slice(-2)).toEqual(["DIFFERENCE PENDING", "DIFFERENCE DONE"]);
  const emails = await order.refundEmails();
  expect(emails).toHaveLength(1);
  expect(emails[0]!.text).toContain(`We refunded $4.00 for your order ${order.orderId}.`);
});

test("one that fails in the end is raised with the admins", async () => {
  const order = await pendingDifference();
  await order.settle("FAILED");
  expect((await order.kinds()).slice(-2)).toEqual(["DIFFERENCE PENDING", "DIFFERENCE FAILED"]);
  expect(await order.refundEmails()).toEqual([]);
  const { body } = await shop.call(unsettledPayments, undefined, { token: (await makeAdmin(shop)).token });
  expect(body.data).toMatchObject([{ refund: { status: "FAILED", amount: 4, mayRetry: true } }]);
});
