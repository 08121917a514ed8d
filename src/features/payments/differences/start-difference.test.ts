import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { enqueue } from "#server/jobs/jobs.ts";
import { newId } from "#server/new-id.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { openPayingShop, refundInDashboard } from "../../../../tests/support/paying-shop.ts";
import { kindsOf, pickingShop } from "../../../../tests/support/picking-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { getAdminOrder, updateOrderStatus } from "../../orders/admin/contract.ts";
import { quoteRefund, type OrderDetails } from "../../orders/contract.ts";
import { jobs } from "../jobs.ts";
import { refundByHand, retryPaymentRefund, unsettledPayments, type OwedOrder } from "../refunds/contract.ts";
import { readAttempt } from "../store.ts";
import { insertByHand } from "./start-difference.ts";

const shop = await openPayingShop();
const { call, sandbox, doJobs } = shop;
const { db } = shop.shop.database;
const { cashOrder, paidOrder, cardOrder, shortPaid, differencesOf, refundedAtProvider } = await pickingShop(shop);
const admin = await makeAdmin(shop);

const byHand = (amount: string): string =>
  expect.stringContaining(`We'll refund your ${amount} in cash or by bank transfer within 5 business days.`) as string;

/** Refunds cents of a payment in Culqi's dashboard, which the shop hears of. */
async function refundInCulqisDashboard(attemptId: string, cents: number): Promise<void> {
  await sandbox.refundAtCulqi((await readAttempt(db, attemptId))!.chargeRef!, cents);
  await enqueue(db, jobs.finish, { attemptId });
  await doJobs();
}

interface Unsettled {
  data: { _id: string; refund: { amount: number; mayRetry: boolean } | null }[];
  owed: OwedOrder[];
}
const unsettled = async (): Promise<Unsettled> => (await call(unsettledPayments, undefined, { token: admin.token })).body;
const listed = async () => (await unsettled()).data;
/** What the staff have to refund of an order. */
const owedOf = async (order: { _id: string }) => (await unsettled()).owed.find(({ _id }) => _id === order._id);

describe("a difference that was paid", () => {
  test("goes back once through PayPal, even if two people pack at once, and the order stays paid", async () => {
    const order = await shortPaid();
    const answers = await Promise.all([order.pack(), order.pack(), order.pack()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await doJobs();
    expect(await differencesOf(order._id)).toEqual([{ cents: 400, status: "DONE" }]);
    expect(await refundedAtProvider(order._id)).toBe(400);
    const details = await order.details();
    expect(details).toMatchObject({ totalAmt: 12, payment_status: "PAID" });
    expect(kindsOf(details)).toEqual(["PLACED", "PAID", "MISSING", "TOTAL", "DIFFERENCE DUE", "PACKED", "DIFFERENCE DONE"]);
    expect((await order.emails())[0]!.text).toContain("We're refunding $4.00 to PayPal.");
  });

  test.each([
    ["PayPal", "paypal", paidOrder],
    ["Culqi", "culqi", cardOrder],
  ] as const)("goes back once by %s when its answer was lost and the job runs again", async (_name, provider, place) => {
    const order = await shortPaid(place);
    await order.pack();
    await sandbox.fault(provider, { operation: "refund", effect: "cut-after" });
    await doJobs();
    await sandbox.clearFaults();
    await db.execute(sql`update payment_difference set checked_at = checked_at - interval '1 minute' where status = 'DUE'`);
    for (let n = 0; n < 3; n++) await doJobs("early");
    expect(await differencesOf(order._id)).toEqual([{ cents: 400, status: "DONE" }]);
    expect(await refundedAtProvider(order._id)).toBe(400);
    expect((await order.details()).payment_status).toBe("PAID");
  });

  test("comes first when the order is canceled meanwhile: together they are what was paid", async () => {
    const order = await shortPaid();
    await order.pack();
    await order.cancel();
    await doJobs();
    await doJobs();
    expect(await differencesOf(order._id)).toEqual([{ cents: 400, status: "DONE" }]);
    const { rows } = await db.execute(sql`select cents, status from payment_refund where attempt_id = ${order._id}`);
    expect(rows).toEqual([{ cents: 1200, status: "DONE" }]);
    expect(await refundedAtProvider(order._id)).toBe(1600);
    expect(await order.details()).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
  });

  test("that PayPal refuses is listed, and can be tried again once", async () => {
    const order = await shortPaid();
    await order.pack();
    await sandbox.fault("paypal", { operation: "refund", effect: "refuse", issue: "REFUND_NOT_ALLOWED" });
    await doJobs();
    await sandbox.clearFaults();
    expect(kindsOf(await order.details()).at(-1)).toBe("DIFFERENCE FAILED");
    const failed = (await listed()).find(({ refund }) => refund?.amount === 4)!;
    expect(failed).toMatchObject({ orderNumber: order.orderId, refund: { mayRetry: true } });
    const retry = () => call(retryPaymentRefund, { _id: failed._id }, { token: admin.token });
    const [first, second] = (await Promise.all([retry(), retry()])).map(({ status }) => status).toSorted((a, b) => a - b);
    expect(first).toBe(200);
    // Once the first has been retried, nothing is left under its id.
    expect([404, 409]).toContain(second);
    expect(await retry()).toMatchObject({
      status: 404,
      body: { message: "We couldn't find that refund. It may have been retried already." },
    });
    await doJobs();
    expect(await differencesOf(order._id)).toEqual([{ cents: 400, status: "DONE" }]);
    expect(await refundedAtProvider(order._id)).toBe(400);
    expect((await listed()).some(({ refund }) => refund?.amount === 4)).toBe(false);
  });

  test.each([
    ["all of it, is not refunded again", "4.00", [400]],
    ["a part of it, is refunded for the rest", "1.50", [150, 250]],
  ])("that failed, and that staff refunded in PayPal's dashboard, %s", async (_name, dollars, parts) => {
    const order = await shortPaid();
    await order.pack();
    await sandbox.fault("paypal", { operation: "refund", effect: "refuse", issue: "REFUND_NOT_ALLOWED" });
    await doJobs();
    await sandbox.clearFaults();
    const { rows } = await db.execute<{ id: string }>(sql`select id from payment_difference where attempt_id = ${order._id}`);
    await refundInDashboard(sandbox, (await readAttempt(db, order._id))!.chargeRef!, dollars);
    expect((await call(retryPaymentRefund, { _id: rows[0]!.id }, { token: admin.token })).status).toBe(200);
    await doJobs();
    expect(await refundedAtProvider(order._id)).toBe(400);
    expect(await differencesOf(order._id)).toEqual(parts.map((cents) => ({ cents, status: "DONE" })));
    expect((await listed()).some(({ _id }) => _id === rows[0]!.id)).toBe(false);
    const details = await order.details();
    expect([details.payment_status, kindsOf(details).at(-1)]).toEqual(["PAID", "DIFFERENCE DONE"]);
  });

  test("is refunded by hand if it is too little for the card's provider, which then refunds only the rest", async () => {
    const nuts = await addProduct(shop, { price: 20, weighedBy: "weight", weighedGrams: 100 });
    const order = await cardOrder({ [nuts]: 5 });
    await order.mark(await order.lineOf(nuts), { found: 5, grams: 480, noneLeft: false });
    expect((await order.pack()).body.data).toEqual({ totalAmt: 9.6, returned: 0.4 });
    await doJobs();
    expect(await owedOf(order)).toMatchObject({ amount: 0.4, cause: "cheaper" });
    const kindsNow = async () => kindsOf(await order.details());
    expect((await kindsNow()).slice(-2)).toEqual(["DIFFERENCE BY HAND", "PACKED"]);
    const told = (await order.emails()).find(({ subject }) => subject === `Your order ${order.orderId} costs less now`);
    expect(told?.text).toContain("We'll refund $0.40 in cash or by bank transfer.");
    await order.cancel();
    await doJobs();
    expect((await kindsNow()).at(-1)).toBe("REFUND DONE");
    expect((await db.execute(sql`select cents, status from payment_refund where attempt_id = ${order._id}`)).rows).toEqual([
      { cents: 960, status: "DONE" },
    ]);
    expect((await readAttempt(db, order._id))!.refundedCents).toBe(960);
    expect(await owedOf(order)).toMatchObject({ amount: 0.4 });
    const settle = () => call(refundByHand, { orderId: order.orderId, how: "cash" }, { token: admin.token });
    expect([(await settle()).status, (await settle()).status]).toEqual([200, 409]);
    expect(await owedOf(order)).toBeUndefined();
  });

  test.each([
    ["less than", 10, [40], 960],
    ["as much as", 3, [90, 60], 150],
  ])("by hand of %s the rest doesn't mislead about the rest, if the provider's response is lost", async (_, price, byHand, rest) => {
    const order = await cardOrder({ [await addProduct(shop, { price })]: 1 });
    for (const cents of byHand) await insertByHand(db, order._id, cents);
    await order.cancel();
    await sandbox.fault("culqi", { operation: "refund", effect: "cut-after" });
    await doJobs();
    await db.execute(sql`update payment_refund set checked_at = checked_at - interval '1 minute' where status = 'DUE'`);
    await shop.doJobs("early");
    expect(kindsOf(await order.details()).at(-1)).toBe("REFUND DONE");
    expect(await sandbox.refundedAtCulqi((await readAttempt(db, order._id))!.chargeRef!)).toBe(rest);
  });

  test("that an older version left failed because it is too little is refunded by hand once it is retried", async () => {
    const order = await cardOrder({ [await addProduct(shop, { price: 8 })]: 1 });
    const id = newId();
    await db.execute(sql`insert into payment_difference (id, attempt_id, cents, status, reason, before_cents)
      values (${id}, ${order._id}, 40, 'FAILED', 'Too small', 0)`);
    await db.execute(sql`update customer_order set total_cents = total_cents - 40 where id = ${order._id}`);
    const retry = () => call(retryPaymentRefund, { _id: id }, { token: admin.token });
    expect([(await retry()).status, (await retry()).status]).toEqual([200, 404]);
    await doJobs();
    expect(await owedOf(order)).toMatchObject({ amount: 0.4 });
  });

  test("that is refunded by hand isn't counted as refunded in the provider's dashboard", async () => {
    const nuts = await addProduct(shop, { price: 20, weighedBy: "weight", weighedGrams: 100 });
    const order = await cardOrder({ [nuts]: 5 });
    await order.mark(await order.lineOf(nuts), { found: 5, grams: 480, noneLeft: false });
    await order.pack();
    await doJobs();
    await refundInCulqisDashboard(order._id, 860);
    expect((await order.details()).payment_status).toBe("PARTIALLY REFUNDED");
    await refundInCulqisDashboard(order._id, 100);
    expect((await order.details()).payment_status).toBe("REFUNDED");
  });

  test("can leave too little for the card's provider, which is refunded by hand when the order is canceled", async () => {
    const [figs, plums] = [await addProduct(shop, { price: 2.9 }), await addProduct(shop, { price: 0.6 })];
    const packed = await cardOrder({ [figs]: 1, [plums]: 1 });
    await packed.mark(await packed.lineOf(figs), { found: 0, noneLeft: true });
    await packed.markRest();
    expect((await packed.pack()).body.data).toEqual({ totalAmt: 0.6, returned: 2.9 });
    const partly = await cardOrder({ [await addProduct(shop, { price: 10 })]: 1 });
    await refundInCulqisDashboard(partly._id, 950);
    await db.execute(sql`update customer_order set created_at = now() - interval '9 days' where id = ${partly._id}`);
    const quote = async ({ orderId, payer }: typeof packed) => (await shop.call(quoteRefund, { orderId }, payer)).body.data;
    expect([await quote(packed), await quote(partly)]).toEqual([
      { byProvider: 0, byHand: 0.6 },
      { byProvider: 0, byHand: 0.5 },
    ]);
    const end = async (order: typeof packed) => {
      await order.cancel();
      await doJobs();
      const told = (await order.emails()).find(({ subject }) => subject?.endsWith("was canceled"))?.text;
      return { last: kindsOf(await order.details()).at(-1), owed: await owedOf(order), told };
    };
    expect(await end(packed)).toMatchObject({
      ...{ last: "REFUND BY HAND", told: byHand("$0.60") },
      owed: { amount: 0.6, cause: "cancelled" },
    });
    const ended = await end(partly);
    expect(Date.now() - Date.parse(ended.owed!.cancelledAt)).toBeLessThan(60_000);
    expect(ended).toMatchObject({
      last: "REFUND DONE",
      told: expect.stringContaining("We refunded $9.50 to the card. We'll refund the other $0.50 in cash or by bank transfer"),
      owed: { amount: 0.5, cause: "cheaper" },
    });
    for (const { orderId } of [packed, partly]) {
      const settle = () => call(refundByHand, { orderId, how: "cash" }, { token: admin.token });
      expect([(await settle()).status, (await settle()).status]).toEqual([200, 409]);
    }
  });

  test("in cash is refunded by hand, and then leaves the list", async () => {
    const figs = await addProduct(shop, { price: 4, stock: 5 });
    const order = await cashOrder({ [figs]: 2 });
    await call(updateOrderStatus, { orderId: order.orderId, payment_status: "PAID" }, { token: admin.token });
    await order.mark(await order.lineOf(figs), { found: 1, noneLeft: false });
    expect((await order.pack()).body.data).toEqual({ totalAmt: 4, returned: 4 });
    expect(await owedOf(order)).toMatchObject({ amount: 4, cause: "cheaper" });
    const settle = () => call(refundByHand, { orderId: order.orderId, how: "cash" }, { token: admin.token });
    expect((await settle()).status).toBe(200);
    expect((await settle()).status).toBe(409);
    expect(await owedOf(order)).toBeUndefined();
    const { timeline, payment_status } = (await call(getAdminOrder, undefined, { token: admin.token, params: { orderId: order.orderId } }))
      .body.data as OrderDetails;
    expect(payment_status).toBe("PAID");
    expect(timeline.slice(-3).map(({ kind }) => kind)).toEqual(["DIFFERENCE BY HAND", "PACKED", "DIFFERENCE DONE"]);
  });
});
