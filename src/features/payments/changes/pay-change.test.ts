import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { changingShop, type Items } from "../../../../tests/support/changing-shop.ts";
import { addCoupon, couponNow } from "../../../../tests/support/coupons.ts";
import { checkSlotBooks, daily, setDelivery, slotsOf, zone } from "../../../../tests/support/delivery.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf, refundInDashboard } from "../../../../tests/support/paying-shop.ts";
import { checkBooks } from "../../../../tests/support/books.ts";
import { settingsOf } from "../../../../tests/support/settings.ts";
import { untilTrue } from "../../../../tests/support/shop-process.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { toCents } from "#shared/money.ts";
import type { Language } from "#words/language.ts";
import { sales } from "../../dashboard/contract.ts";
import { updateOrderStatus } from "../../orders/admin/contract.ts";
import type { OrderDetails } from "../../orders/contract.ts";
import { markPicked, packOrder } from "../../pick/contract.ts";
import { cancelPayment, confirmCulqiPayment, confirmPayPalPayment, openPayment } from "../contract.ts";
import { jobs } from "../jobs.ts";
import { readRefundSoFar } from "../refunds/refund-order.ts";
import { payChange } from "./contract.ts";
import { expirePayment } from "../expire-payment.ts";
import { retryPaymentRefund, unsettledPayments } from "../refunds/contract.ts";
import { readAttemptByRef, readPaymentsOf } from "../store.ts";

const STOCK = 100;
const shop = await openPayingShop();
const { call, doJobs, sandbox } = shop;
const { db } = shop.shop.database;
const { token: admin } = await makeAdmin(shop);
const changeSettings = await settingsOf(shop);
const { paidOrder, cardOrder } = changingShop(shop);

const product = (price: number) => addProduct(shop, { price, stock: STOCK });
const kinds = ({ timeline }: OrderDetails) => timeline.map(({ kind, after }) => [kind, after]);
const quantities = ({ products }: OrderDetails) => products.map(({ quantity }) => quantity);
/** What is left of each of an order's payments, in cents. */
const heldOf = async ({ _id }: OrderDetails) =>
  (await readPaymentsOf(db, _id)).map(({ totalCents, refundedCents }) => totalCents - refundedCents);
const settle = async () => {
  for (let n = 0; n < 3; n++) await doJobs();
};

afterEach(async () => {
  await sandbox.clearFaults();
  await settle();
  await checkBooks(shop, STOCK);
});

/** What was paid, by the dashboard, in cents. */
async function revenue(): Promise<number> {
  const { days } = (await call(sales, undefined, { token: admin })).body.data as { days: { revenue: number }[] };
  return days.reduce((sum, day) => sum + toCents(day.revenue), 0);
}

type Order = Awaited<ReturnType<typeof paidOrder>>;

/** Starts a payment of a difference and approves it at PayPal. @returns PayPal's id */
async function approved(order: Order, items: Items, more: object = {}): Promise<string> {
  const { status, body } = await order.pay(items, more);
  if (status !== 200) throw new Error(`No payment: ${status} ${body.message}`);
  await sandbox.payer(body.data.orderId, "approve");
  return body.data.orderId;
}

async function payFor(order: Order, items: Items, more: object = {}): Promise<OrderDetails> {
  const { status, body } = await order.payer.confirm(await approved(order, items, more));
  expect([status, body.data]).toEqual([200, { orderId: order.orderId }]);
  return order.details();
}

const setStatus = (orderId: string, status: "SHIPPED" | "CANCELLED" | "PENDING") =>
  call(updateOrderStatus, { orderId, status }, { token: admin });

/** Packs an order with this many pieces of each line. */
async function pack({ _id, products }: OrderDetails, found: number): Promise<number> {
  const lines = products.map(({ productId }, position) => ({
    orderId: _id,
    position,
    productId: productId._id,
    mark: { found, noneLeft: false },
  }));
  await call(markPicked, { lines }, { token: admin });
  return (await call(packOrder, { orderId: _id }, { token: admin })).status;
}

describe("the difference of an order that costs more", () => {
  test("is paid with PayPal, and only then the order changes: lines, stock, total, timeline and email", async () => {
    const [fig, nut] = [await product(4), await product(1.5)];
    const order = await paidOrder({ [fig]: 3 });
    await db.execute(sql`update user_account set verify_email = true where id = ${order.payer.user._id}`);
    const wanted = { [fig]: 2, [nut]: 6 };
    expect((await order.quote(wanted)).body.data).toMatchObject({ totalAmt: 17, totalWas: 12, settlement: "pay now", payWith: "paypal" });
    const before = await order.details();
    const { body } = await order.pay(wanted, { expectedTotal: 17 }, "once");
    expect((await order.pay(wanted, { expectedTotal: 17 }, "once")).body).toEqual(body);
    expect((await order.pay(wanted, { expectedTotal: 16 }, "once")).status).toBe(422);
    expect((await order.pay(wanted, { expectedTotal: 16 })).body.data).toEqual({ reason: "price", totalAmt: 17 });
    const { orderId } = body.data;
    expect((await call(openPayment, undefined, order.payer)).body.data).toMatchObject({
      orderId,
      totalAmt: 5,
      changesOrder: order.orderId,
    });
    expect([await order.details(), await piecesOf(shop, nut)]).toEqual([before, { stock: STOCK - 6, sold: 0, reserved: 6 }]);
    expect((await order.payer.confirm(orderId)).status).toBe(422);
    await sandbox.payer(orderId, "approve");

    const confirmed = await Promise.all([1, 2].map(() => order.payer.confirm(orderId)));
    confirmed.push(await order.payer.confirm(orderId));
    expect(confirmed.map(({ status, body: { data } }) => [status, data])).toEqual(confirmed.map(() => [200, { orderId: order.orderId }]));
    const now = await order.details();
    expect([now.totalAmt, now.payment_status, quantities(now), await heldOf(now)]).toEqual([17, "PAID", [2, 6], [1200, 500]]);
    expect(kinds(now).slice(2)).toEqual([
      ["PIECES", expect.stringMatching(/^2 × /)],
      ["PIECES", expect.stringMatching(/^6 × /)],
      ["TOTAL", "17.00"],
      ["DIFFERENCE PAID", "5.00"],
    ]);
    expect([await piecesOf(shop, fig), await piecesOf(shop, nut)]).toEqual([
      { stock: STOCK - 2, sold: 2, reserved: 0 },
      { stock: STOCK - 6, sold: 6, reserved: 0 },
    ]);
    const emails = (await shop.emailsTo(order.payer.user.email)).filter(({ subject }) => subject?.includes("was changed"));
    expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining("now costs $17.00. You paid the difference of $5.00.")]);
    // The return URLs from PayPal are those of a change.
    expect((await order.pay({ [fig]: 3, [nut]: 6 }, {}, "once")).status).toBe(422);
  });

  test("is recorded in the language it was paid in, whoever settles it", async () => {
    const fig = await product(4);
    const order = await paidOrder({ [fig]: 1 });
    await db.execute(sql`update user_account set verify_email = true where id = ${order.payer.user._id}`);
    const change = { orderId: order.orderId, list_items: [{ productId: fig, quantity: 2 }] };
    const { body } = await call(payChange, change, { token: order.payer.token, spoken: "es" });
    await sandbox.payer(body.data.orderId, "approve");
    // Like the provider, whose calls have no language.
    await order.payer.confirm(body.data.orderId);
    const [email] = await shop.emailsTo(order.payer.user.email);
    expect(email?.subject).toBe(`Se modificó tu pedido ${order.orderId}`);
  });

  test("is paid by card; a decline leaves the order as it was, and another card is charged", async () => {
    const fig = await product(4);
    const order = await cardOrder({ [fig]: 1 });
    expect((await order.quote({ [fig]: 2 })).body.data).toMatchObject({ settlement: "pay now", payWith: "culqi" });
    const { data } = (await order.pay({ [fig]: 2 })).body;
    expect(data).toMatchObject({ provider: "culqi", amount: 400, currency: "USD" });
    const charge = async (card?: string) =>
      call(confirmCulqiPayment, { orderId: data.orderId, token: await sandbox.cardToken(card) }, order.payer);
    const declined = await charge("4000020000000000");
    expect([declined.status, quantities(await order.details())]).toEqual([422, [1]]);
    expect((await charge()).body.data).toEqual({ orderId: order.orderId });
    const now = await order.details();
    expect([quantities(now), await heldOf(now)]).toEqual([[2], [400, 400]]);
  });

  test("that was paid by card, and is returned in part, may be too little for Culqi: emails name what comes back by card and what by hand", async () => {
    const [fig, nut] = [await product(0.5), await product(0.5)];
    const order = await cardOrder({ [fig]: 20 });
    await db.execute(sql`update user_account set verify_email = true where id = ${order.payer.user._id}`);
    const { data } = (await order.pay({ [fig]: 20, [nut]: 7 })).body;
    await call(confirmCulqiPayment, { orderId: data.orderId, token: await sandbox.cardToken() }, order.payer);
    expect(await heldOf(await order.details())).toEqual([1000, 350]);
    expect((await order.change({ [fig]: 19 })).status).toBe(200);
    await settle();
    const [changed] = await shop.emailsTo(order.payer.user.email);
    expect(changed?.text).toContain(
      "Your order now costs $9.50. We're refunding $3.50 to the card. It can take up to ten days to show on your statement. We'll refund $0.50 in cash or by bank transfer.",
    );
  });

  test("is refunded in part by hand if the order is canceled and too little is left of it, as the email says", async () => {
    const [fig, nut] = [await product(0.5), await product(0.5)];
    const order = await cardOrder({ [fig]: 8 });
    const { data } = (await order.pay({ [fig]: 8, [nut]: 7 })).body;
    await call(confirmCulqiPayment, { orderId: data.orderId, token: await sandbox.cardToken() }, order.payer);
    expect((await order.change({ [fig]: 8, [nut]: 1 })).status).toBe(200);
    await settle();
    const { _id } = await order.details();
    await order.cancel();
    const split = async () => (await readRefundSoFar(shop.shop.database, _id)).split;
    expect(await split()).toEqual({ byProvider: 400, byHand: 50 });
    await settle();
    expect(await split()).toEqual({ byProvider: 0, byHand: 50 });
    const email = (await shop.emailsTo(order.payer.user.email)).find(({ subject }) => subject?.endsWith("was canceled"));
    // Whether Culqi has refunded its part by the time the email is written.
    expect(email?.text).toMatch(
      /We(?:'re refunding| refunded) \$4\.00 to the card.* We'll refund the other \$0\.50 in cash or by bank transfer/,
    );
  });

  test("names no other way to pay when PayPal declines it, or does not start it", async () => {
    const fig = await product(4);
    const order = await paidOrder({ [fig]: 1 });
    await sandbox.fault("paypal", { operation: "create", effect: "refuse", issue: "INSTRUMENT_DECLINED" });
    expect((await order.pay({ [fig]: 2 })).body.message).toBe(
      "The payment could not be started. Try again later, or order what you want to add separately.",
    );
    const paypal = await approved(order, { [fig]: 2 });
    await sandbox.fault("paypal", { operation: "capture", effect: "refuse", issue: "INSTRUMENT_DECLINED" });
    const confirm = (spoken: Language) => call(confirmPayPalPayment, { orderId: paypal }, { ...order.payer, spoken });
    expect(await confirm("en")).toMatchObject({
      status: 422,
      body: { message: "PayPal declined the payment. Please choose another way to pay in PayPal." },
    });
    await sandbox.fault("paypal", { operation: "capture", effect: "refuse", issue: "INSTRUMENT_DECLINED" });
    expect((await confirm("es")).body.message).toBe("PayPal rechazó el pago. Elige otro medio de pago en PayPal.");
    expect(quantities(await order.details())).toEqual([1]);
  });

  test("can't be paid if its way to pay is off, the amount is too small, or the provider doesn't have all of the money", async () => {
    const [fig, nut] = [await product(4), await product(1)];
    const small = await cardOrder({ [fig]: 1 });
    expect((await small.quote({ [fig]: 1, [nut]: 1 })).body.data.settlement).toBe("pay first");
    expect((await small.pay({ [fig]: 1, [nut]: 1 })).body.message).toContain("$1.00 more");

    const off = await paidOrder({ [fig]: 1 });
    await changeSettings({ ways: ["culqi", "cash"] });
    expect((await off.quote({ [fig]: 2 })).body.data.settlement).toBe("pay first");
    expect(await off.pay({ [fig]: 2 })).toMatchObject({ status: 409, body: { message: expect.stringContaining("$4.00 more") } });
    await changeSettings({ ways: ["paypal", "culqi", "cash"] });
    expect((await off.pay({ [fig]: 1 })).status).toBe(409);

    await setStatus(off.orderId, "CANCELLED");
    await settle();
    await setStatus(off.orderId, "PENDING");
    await call(updateOrderStatus, { orderId: off.orderId, payment_status: "PAID" }, { token: admin });
    expect((await off.quote({ [fig]: 2 })).body.data.settlement).toBe("pay first");
    await off.cancel();
  });

  test("is not charged if the order is packed, sent, canceled or changed first; its pieces are released", async () => {
    const fig = await product(4);
    const first: ((order: Order) => Promise<unknown>)[] = [
      async (order) => expect(await pack(await order.details(), 2)).toBe(200),
      (order) => setStatus(order.orderId, "SHIPPED"),
      (order) => order.cancel(),
      (order) => order.change({ [fig]: 1 }),
    ];
    for (const before of first) {
      const order = await paidOrder({ [fig]: 2 });
      const paypalId = await approved(order, { [fig]: 4 });
      const { reserved } = await piecesOf(shop, fig);
      await before(order);
      const { status, body } = await order.payer.confirm(paypalId);
      expect([status, body.message]).toEqual([409, expect.stringContaining("Nothing was charged, and your order stays as it was.")]);
      expect([reserved, (await piecesOf(shop, fig)).reserved]).toEqual([2, 0]);
    }
  });

  test("is refunded exactly once if the order is sent while it is being charged, and the shopper is told", async () => {
    const fig = await product(4);
    const order = await paidOrder({ [fig]: 1 });
    const paypalId = await approved(order, { [fig]: 3 });
    await sandbox.fault("paypal", { operation: "capture", effect: "slow", ms: 300 });
    const confirming = order.payer.confirm(paypalId);
    await untilTrue(async () => (await readAttemptByRef(db, "paypal", paypalId))?.status === "CAPTURING", 30_000);
    await setStatus(order.orderId, "SHIPPED");
    expect((await confirming).body.message).toContain("refunding what you just paid");
    await settle();
    expect((await order.payer.confirm(paypalId)).status).toBe(409);
    const now = await order.details();
    expect([now.totalAmt, now.payment_status, quantities(now), await heldOf(now)]).toEqual([4, "PAID", [1], [400]]);
    expect((await readAttemptByRef(db, "paypal", paypalId))!).toMatchObject({ status: "REFUNDED", refundedCents: 800 });
    const emails = (await shop.emailsTo(order.payer.user.email)).filter(({ text }) => text?.includes("could no longer be changed"));
    expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining("your payment of $8.00 arrived. It stays as it was")]);
    expect(await piecesOf(shop, fig)).toEqual({ stock: STOCK - 1, sold: 1, reserved: 0 });
  });

  test("is given up, runs out of time, and is replaced by a newer change, another payment or a new order", async () => {
    const [fig, nut] = [await product(4), await product(4)];
    const order = await paidOrder({ [fig]: 1 });
    const given = await approved(order, { [fig]: 2 });
    expect((await call(cancelPayment, { orderId: given }, order.payer)).status).toBe(200);
    expect((await order.payer.confirm(given)).status).toBe(409);

    const late = await approved(order, { [fig]: STOCK - 1 });
    const { id } = (await readAttemptByRef(db, "paypal", late))!;
    await db.execute(sql`update payment_attempt set expires_at = now() where id = ${id}`);
    await expirePayment(shop.shop, id);
    expect((await piecesOf(shop, fig)).reserved).toBe(0);

    // What the first one reserves counts as free for the second.
    const first = await approved(order, { [fig]: STOCK });
    expect((await order.quote({ [fig]: STOCK })).body.data.settlement).toBe("pay now");
    const second = await approved(order, { [fig]: STOCK, [nut]: 1 });
    expect((await order.payer.confirm(first)).status).toBe(409);
    expect(await order.payer.approve({ [nut]: 1 })).toBeTruthy();
    expect((await order.payer.confirm(second)).status).toBe(409);
    expect(await piecesOf(shop, fig)).toEqual({ stock: STOCK - 1, sold: 1, reserved: 0 });
    // Too late, but nothing has changed since, and the pieces are still there.
    expect((await order.payer.confirm(late)).body.data).toEqual({ orderId: order.orderId });
    expect(quantities(await order.details())).toEqual([STOCK - 1]);
  });

  test("belongs to its shopper alone, and is asked for only by the order's own", async () => {
    const fig = await product(4);
    const [order, other] = [await paidOrder({ [fig]: 1 }), await newPayer(shop)];
    const paypalId = await approved(order, { [fig]: 2 });
    expect((await other.confirm(paypalId)).status).toBe(404);
    expect((await call(cancelPayment, { orderId: paypalId }, other)).status).toBe(404);
    expect((await order.payer.confirm(paypalId)).status).toBe(200);
  });
});

describe("an order with several payments", () => {
  test("refunds the newest first when it becomes cheaper or is picked short, and all of them exactly once when it is canceled", async () => {
    const fig = await product(1);
    const order = await paidOrder({ [fig]: 5 });
    await payFor(order, { [fig]: 8 });
    await payFor(order, { [fig]: 10 });
    expect(await heldOf(await order.details())).toEqual([500, 300, 200]);
    expect((await order.change({ [fig]: 7 })).status).toBe(200);
    await settle();
    const cheaper = await order.details();
    expect([cheaper.totalAmt, await heldOf(cheaper)]).toEqual([7, [500, 200, 0]]);
    expect(kinds(cheaper).slice(-3)).toEqual([
      ["DIFFERENCE DUE", "3.00"],
      ["DIFFERENCE DONE", expect.any(String)],
      ["DIFFERENCE DONE", expect.any(String)],
    ]);
    expect(await pack(cheaper, 6)).toBe(200);
    await settle();
    expect(await heldOf(cheaper)).toEqual([500, 100, 0]);
    await Promise.all([order.cancel(), order.cancel()]);
    await settle();
    const now = await order.details();
    expect([now.payment_status, await heldOf(now)]).toEqual(["REFUNDED", [0, 0, 0]]);
    expect(kinds(now).filter(([kind]) => kind!.startsWith("REFUND"))).toEqual([
      ["REFUND REQUESTED", ""],
      ["REFUND DONE", "REFUNDED"],
    ]);
    expect(await piecesOf(shop, fig)).toEqual({ stock: STOCK, sold: 0, reserved: 0 });
  });

  test("stays partly paid if one of its refunds fails, until that is tried again", async () => {
    const fig = await product(4);
    const order = await paidOrder({ [fig]: 1 });
    await payFor(order, { [fig]: 2 });
    await doJobs();
    await sandbox.fault("paypal", { operation: "refund", effect: "refuse", issue: "REFUND_NOT_ALLOWED", times: 1 });
    await order.cancel();
    await settle();
    const failed = await order.details();
    expect([failed.payment_status, (await heldOf(failed)).toSorted((a, b) => a - b)]).toEqual(["PARTIALLY REFUNDED", [0, 400]]);
    expect(kinds(failed).at(-1)).toEqual(["REFUND FAILED", "PARTIALLY REFUNDED"]);
    const { data } = (await call(unsettledPayments, undefined, { token: admin })).body as { data: { _id: string; refund: object }[] };
    const ids = (await readPaymentsOf(db, failed._id)).map(({ id }) => id);
    const listed = data.filter(({ _id }) => ids.includes(_id));
    expect(listed).toMatchObject([{ refund: { status: "FAILED", amount: 4, mayRetry: true } }]);
    expect((await call(retryPaymentRefund, { _id: listed[0]!._id }, { token: admin })).status).toBe(200);
    await settle();
    const now = await order.details();
    expect([now.payment_status, await heldOf(now)]).toEqual(["REFUNDED", [0, 0]]);
  });

  test("is partly refunded once one is refunded at the provider, and refunded once all are", async () => {
    const fig = await product(4);
    const before = await revenue();
    const order = await paidOrder({ [fig]: 1 });
    expect((await revenue()) - before).toBe(400);
    const now = await payFor(order, { [fig]: 3 });
    expect((await revenue()) - before).toBe(1200);
    const [first, second] = await readPaymentsOf(db, now._id);
    for (const [payment, dollars, status, left] of [
      [second!, "8.00", "PARTIALLY REFUNDED", 400],
      [first!, "4.00", "REFUNDED", 0],
    ] as const) {
      await refundInDashboard(sandbox, payment.chargeRef!, dollars);
      await enqueue(db, jobs.finish, { attemptId: payment.id });
      await doJobs();
      expect([(await order.details()).payment_status, (await revenue()) - before]).toEqual([status, left]);
    }
    await order.cancel();
  });
});

test("a coupon is counted for the new pieces once they are paid; one that is given up changes nothing", async () => {
  const fig = await product(10);
  const { id, code } = await addCoupon(shop, { value: 20, maxUses: 1 });
  const order = await paidOrder({ [fig]: 1 }, { coupon: code });
  const given = await approved(order, { [fig]: 3 });
  await call(cancelPayment, { orderId: given }, order.payer);
  expect(await couponNow(shop, id)).toMatchObject({ uses: 1, given: 2 });
  const now = await payFor(order, { [fig]: 2 }, { expectedTotal: 16 });
  expect([now.totalAmt, now.coupon, await couponNow(shop, id), await heldOf(now)]).toMatchObject([
    16,
    { amount: 4 },
    { uses: 1, given: 4 },
    [800, 800],
  ]);
});

test("another address, way and time are paid for alone; the time is held meanwhile, and its old place is free after that", async () => {
  const fig = await product(10);
  const far = zone({ name: "Sur", areas: ["990*"], fee: 5, times: [daily(1)] });
  await setDelivery(shop, { zones: [zone({ fee: 2, times: [daily(1)] }), far] });
  const [near] = (await slotsOf(shop)).slice(4);
  const order = await paidOrder({ [fig]: 1 }, { delivery: { way: "delivery", slot: near!.id } });
  const addressId = await addAddress(shop, order.payer.user._id, { pincode: "99001" });
  const [there, then] = (await slotsOf(shop, undefined, "99001")).slice(4);
  const move = { addressId, delivery: { way: "delivery", slot: there!.id } };
  const other = { addressId, delivery: { way: "delivery", slot: then!.id } };
  const given = await approved(order, { [fig]: 1 }, other);
  const paypalId = await approved(order, { [fig]: 1 }, move);
  await checkSlotBooks(shop.shop);
  // Nobody else gets the only place.
  const late = await newPayer(shop);
  const home = await addAddress(shop, late.user._id, { pincode: "99001" });
  expect((await late.create({ [fig]: 1 }, { addressId: home, delivery: move.delivery })).body.data).toMatchObject({ problem: "slot gone" });
  expect((await order.payer.confirm(given)).status).toBe(409);
  expect((await order.payer.confirm(paypalId)).status).toBe(200);
  const now = await order.details();
  expect(now).toMatchObject({
    totalAmt: 15,
    deliveryFee: 5,
    delivery_address: { pincode: "99001" },
    delivery: { zone: "Sur", slot: { id: there!.id } },
  });
  expect(await heldOf(now)).toEqual([1200, 300]);
  await checkSlotBooks(shop.shop);
  await setDelivery(shop, { on: false });
});
