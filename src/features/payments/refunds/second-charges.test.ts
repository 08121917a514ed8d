import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { enqueue } from "#server/jobs/jobs.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { checkPayments } from "../../../../tests/support/payment-books.ts";
import { newPayer, openPayingShop, type Payer } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { cancelOrder, listOrders } from "../../orders/contract.ts";
import { confirmCulqiPayment, createCulqiOrder } from "../contract.ts";
import { finishPayment } from "../finish-payment.ts";
import { jobs } from "../jobs.ts";
import { makeProviders } from "../providers/providers.ts";
import { readAttempt } from "../store.ts";
import { retryPaymentRefund, unsettledPayments } from "./contract.ts";

const shop = await openPayingShop();
const { call, sandbox, doJobs } = shop;
const { db } = shop.shop.database;
const rice = await addProduct(shop, { stock: 100, price: 4 });
const cents = 400;

// Culqi's list does not show anything new until a test says so.
beforeEach(() => sandbox.fault("culqi", { operation: "list", effect: "behind", ms: 600_000, times: 0 }));
afterEach(async () => {
  await sandbox.clearFaults();
  await checkPayments(shop.shop);
});

interface Charge {
  id: string;
  amount_refunded: number;
  metadata: { attempt_id?: string };
}
const asMerchant = { authorization: `Bearer ${sandbox.culqi.secretKey}`, "content-type": "application/json" };
/** What Culqi charged for a payment, oldest first, whether or not its list shows it to the shop yet. */
async function chargesOf(attemptId: string): Promise<Charge[]> {
  const { rows } = await db.execute<{ cents: number }>(sql`select total_cents::int as cents from payment_attempt where id = ${attemptId}`);
  await sandbox.clearFaults();
  const answer = await fetch(`${sandbox.culqi.baseUrl}/charges?amount=${rows[0]!.cents}&limit=100`, { headers: asMerchant });
  await sandbox.fault("culqi", { operation: "list", effect: "behind", ms: 600_000, times: 0 });
  const { data } = (await answer.json()) as { data: Charge[] };
  return data.filter(({ metadata }) => metadata.attempt_id === attemptId).toReversed();
}

interface Started {
  ana: Payer;
  orderId: string;
  pay: () => ReturnType<typeof call>;
}

async function start(): Promise<Started> {
  const ana = await newPayer(shop);
  const { orderId } = (await call(createCulqiOrder, { list_items: [{ productId: rice, quantity: 1 }], addressId: ana.addressId }, ana)).body
    .data;
  return { ana, orderId, pay: async () => call(confirmCulqiPayment, { orderId, token: await sandbox.cardToken() }, ana) };
}

/** As if minutes had gone by since the shop was last asked about a payment. */
const later = (orderId: string) =>
  db.execute(sql`update payment_attempt set created_at = created_at - interval '10 minutes', checked_at = null,
    capturing_since = capturing_since - interval '10 minutes' where id = ${orderId}`);

/** Charges a card without hearing so, and later opens the payment again, because Culqi does not list the charge yet. */
async function loseCharge({ orderId, pay }: Started): Promise<void> {
  await sandbox.fault("culqi", { operation: "charge", effect: "cut-after" });
  expect((await pay()).status).toBe(503);
  await later(orderId);
  expect((await pay()).status).toBe(422);
}

/** A payment that was charged twice: the first response was lost, the second card has paid. */
async function chargedTwice() {
  const started = await start();
  await loseCharge(started);
  expect((await started.pay()).status).toBe(200);
  const [first, second] = await chargesOf(started.orderId);
  return { ...started, first: first!.id, second: second!.id };
}

let events = 0;
/** Culqi tells about a charge. */
async function tell(chargeId: string): Promise<void> {
  const payload = { object: "event", id: `evt_${events++}`, type: "charge.creation.succeeded", data: JSON.stringify({ id: chargeId }) };
  expect((await shop.app.inject({ method: "POST", url: "/api/webhooks/culqi", payload })).statusCode).toBe(200);
}
async function reconcile(orderId: string): Promise<void> {
  await later(orderId);
  await enqueue(db, jobs.reconcile, null);
  await doJobs();
}
const refundedOf = async (orderId: string) => (await chargesOf(orderId)).map(({ amount_refunded }) => amount_refunded);
const ordersOf = async ({ ana }: Started) => (await call(listOrders, {}, ana)).body.data;
const emailsOf = async ({ ana }: Started) => (await shop.emailsTo(ana.user.email)).filter(({ subject }) => subject?.includes("refund"));
const refundsOf = async (orderId: string) => {
  const { rows } = await db.execute(sql`select a.status, r.status as refund, r.cents from payment_refund r
    join payment_attempt a on a.id = r.attempt_id where a.repeats = ${orderId}`);
  return rows;
};
const BACK = [{ status: "REFUNDED", refund: "DONE", cents }];

test("a second charge that a webhook tells of is refunded once, and its shopper told, however often it is told", async () => {
  const payment = await chargedTwice();
  const { orderId, first, second } = payment;
  for (const told of [first, second, first]) {
    await tell(told);
    await doJobs();
  }
  expect([await refundedOf(orderId), await refundsOf(orderId)]).toEqual([[cents, 0], BACK]);
  expect(await readAttempt(db, orderId)).toMatchObject({ status: "PAID", chargeRef: second, refundedCents: 0 });
  const [order] = await ordersOf(payment);
  expect(order).toMatchObject({ payment_status: "PAID", totalAmt: 4 });
  const emails = await emailsOf(payment);
  expect(emails.map(({ subject }) => subject)).toEqual([`Your refund for order ${order.orderId}`]);
  expect(emails[0]?.text).toContain(
    `The payment for your order ${order.orderId} was charged twice. We refunded the second charge of $4.00.`,
  );

  // The order's own money is a matter of its own.
  await call(cancelOrder, { orderId: order.orderId }, payment.ana);
  await doJobs();
  expect(await refundedOf(orderId)).toEqual([cents, cents]);
});

test("a second charge that nobody tells of is found when Culqi lists it, and refunded once", async () => {
  const { orderId } = await chargedTwice();
  await reconcile(orderId);
  expect(await refundedOf(orderId)).toEqual([0, 0]);
  await sandbox.clearFaults();
  for (let times = 0; times < 2; times++) await reconcile(orderId);
  expect([await refundedOf(orderId), await refundsOf(orderId)]).toEqual([[cents, 0], BACK]);
});

test("a payment whose responses all came is not asked about once it is paid", async () => {
  const { orderId, pay } = await start();
  expect((await pay()).status).toBe(200);
  const asked = `GET /sandbox/culqi/v2/charges/${(await readAttempt(db, orderId))!.chargeRef}`;
  await reconcile(orderId);
  expect(sandbox.timesAsked(asked)).toBe(0);
});

test("webhook and list at once make one refund", async () => {
  const { orderId, first } = await chargedTwice();
  await sandbox.clearFaults();
  const culqi = (await makeProviders(shop.shop)("culqi"))!;
  const attempt = (await readAttempt(db, orderId))!;
  await Promise.all(
    [first, undefined, first, undefined].map((chargeRef) => finishPayment(shop.shop, culqi, attempt, { who: "job", chargeRef })),
  );
  await doJobs();
  expect([await refundedOf(orderId), await refundsOf(orderId)]).toEqual([[cents, 0], BACK]);
});

test("a charge that is told of while another one is being made is looked at again after that", async () => {
  const payment = await start();
  const { orderId, pay } = payment;
  await loseCharge(payment);
  const [first] = await chargesOf(orderId);
  await db.execute(sql`update payment_attempt set status = 'CAPTURING', capturing_since = now() where id = ${orderId}`);
  await tell(first!.id);
  await doJobs();
  expect((await readAttempt(db, orderId))?.status).toBe("CAPTURING");
  await db.execute(sql`update payment_attempt set status = 'OPEN', capturing_since = null where id = ${orderId}`);
  expect((await pay()).status).toBe(200);
  await doJobs("early");
  await doJobs();
  expect([await refundedOf(orderId), await refundsOf(orderId)]).toEqual([[cents, 0], BACK]);
});

test("a lost charge that a webhook tells of pays the order, although Culqi does not list it yet", async () => {
  const payment = await start();
  const { orderId } = payment;
  await loseCharge(payment);
  const [first] = await chargesOf(orderId);
  await tell(first!.id);
  await doJobs();
  expect(await readAttempt(db, orderId)).toMatchObject({ status: "PAID", chargeRef: first!.id });
  expect([await ordersOf(payment), await refundedOf(orderId)]).toMatchObject([[{ payment_status: "PAID" }], [0]]);
});

test("of several charges that the list shows at once, one pays and the others are refunded", async () => {
  const payment = await start();
  const { orderId, pay } = payment;
  await loseCharge(payment);
  await sandbox.fault("culqi", { operation: "charge", effect: "cut-after" });
  expect((await pay()).status).toBe(503);
  await sandbox.clearFaults();
  await reconcile(orderId);
  await doJobs();
  expect((await readAttempt(db, orderId))?.status).toBe("PAID");
  expect((await refundedOf(orderId)).toSorted((a, b) => a - b)).toEqual([0, cents]);
  expect(await refundsOf(orderId)).toEqual(BACK);
});

test("a second charge whose refund fails is shown to the staff, who can start it again", async () => {
  const { token } = await makeAdmin(shop);
  const { orderId, first } = await chargedTwice();
  await sandbox.fault("culqi", { operation: "refund", effect: "refuse", issue: "contact_issuer" });
  await tell(first);
  await doJobs();
  const listed = async () => (await call(unsettledPayments, undefined, { token })).body.data;
  const [unsettled] = await listed();
  expect(unsettled).toMatchObject({
    chargeId: first,
    status: "REFUNDING",
    note: "A second charge for the same payment",
    refund: { status: "FAILED", amount: 4, mayRetry: true },
  });
  expect((await call(retryPaymentRefund, { _id: unsettled._id }, { token })).status).toBe(200);
  await doJobs();
  expect([await listed(), await refundedOf(orderId), await refundsOf(orderId)]).toEqual([[], [cents, 0], BACK]);
});
