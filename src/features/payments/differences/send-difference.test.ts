import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { openPayingShop } from "../../../../tests/support/paying-shop.ts";
import { makeProviders } from "../providers/providers.ts";
import { refundPayment } from "../refunds/refund-payment.ts";
import { readRefundOf } from "../refunds/store.ts";
import { readAttempt } from "../store.ts";
import { insertByHand } from "./start-difference.ts";
import { sendDifference } from "./send-difference.ts";
import { NO_DIFFERENCES, readFirstDue, readDifferenceSums } from "./store.ts";

const shop = await openPayingShop();
const { sandbox, doJobs } = shop;
const { db } = shop.shop.database;
const providers = makeProviders(shop.shop);
const { cardOrder } = changingShop(shop);

/** An order of $12 that was paid by card. */
async function paidByCard() {
  const figs = await addProduct(shop, { price: 4, stock: 10 });
  const order = await cardOrder({ [figs]: 3 });
  const { _id: id } = await order.details();
  return { ...order, id, figs, refundedCents: async () => sandbox.refundedAtCulqi((await readAttempt(db, id))!.chargeRef!) };
}

/** Lets each look at the charge before any of them refunds. */
const slowRefunds = () => sandbox.fault("culqi", { operation: "refund", effect: "slow", ms: 500, times: 0 });

test("a difference that two processes send at once is refunded once, by a provider that doesn't recognize repeats", async () => {
  const order = await paidByCard();
  expect((await order.change({ [order.figs]: 2 })).status).toBe(200);
  const { id } = (await readFirstDue(db, order.id))!;
  await slowRefunds();
  const sent = await Promise.allSettled([1, 2].map(() => sendDifference(shop.shop, providers, id)));
  expect(sent.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await sandbox.clearFaults();
  expect(await order.refundedCents()).toBe(400);
  await doJobs();
  expect((await readAttempt(db, order.id))!.refundedCents).toBe(400);
  expect((await order.details()).timeline.at(-1)).toMatchObject({ kind: "DIFFERENCE DONE", after: "4.00" });
});

test("what an older version left to the staff counts as refunded by hand", async () => {
  const { id: attemptId } = await paidByCard();
  await db.execute(sql`insert into payment_difference (id, attempt_id, cents, status, reason)
    values (${newId()}, ${attemptId}, 60, 'DONE', 'Too small for the provider')`);
  expect(await readDifferenceSums(db, attemptId)).toEqual({ ...NO_DIFFERENCES, byHand: 60 });
});

test("a difference is sent again when the process that sent it died", async () => {
  const order = await paidByCard();
  expect((await order.change({ [order.figs]: 2 })).status).toBe(200);
  const { id } = (await readFirstDue(db, order.id))!;
  await sandbox.fault("culqi", { operation: "refund", effect: "cut-before" });
  await expect(sendDifference(shop.shop, providers, id)).rejects.toThrow("got no answer");
  await expect(sendDifference(shop.shop, providers, id)).rejects.toThrow("is being asked for this refund already");
  expect(await order.refundedCents()).toBe(0);
  await db.execute(sql`update payment_difference set checked_at = checked_at - interval '1 minute' where id = ${id}`);
  await sendDifference(shop.shop, providers, id);
  expect(await order.refundedCents()).toBe(400);
});

test.each([
  ["all of a payment", [], 1200],
  ["the rest of a payment, with as much of it refunded by hand", [90, 90, 90, 90, 90, 90, 90], 570],
])("a refund of %s that two processes send at once is refunded once", async (_name, byHand, cents) => {
  const order = await paidByCard();
  for (const part of byHand) await insertByHand(db, order.id, part);
  expect((await order.cancel()).status).toBe(200);
  await sandbox.fault("culqi", { operation: "refund", effect: "fail-before" });
  await doJobs();
  const { id } = (await readRefundOf(db, order.id))!;
  await slowRefunds();
  await db.execute(sql`update payment_refund set checked_at = checked_at - interval '1 minute' where id = ${id}`);
  const sent = await Promise.allSettled([1, 2].map(() => refundPayment(shop.shop, providers, id)));
  expect(sent.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await sandbox.clearFaults();
  expect(await order.refundedCents()).toBe(cents);
  expect(await readRefundOf(db, order.id)).toMatchObject({ status: "DONE" });
});
