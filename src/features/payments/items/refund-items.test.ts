import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { InputOf } from "#shared/endpoint.ts";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { addCoupon, couponNow } from "../../../../tests/support/coupons.ts";
import { setDelivery, zone } from "../../../../tests/support/delivery.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { openPayingShop, piecesOf, refundInDashboard } from "../../../../tests/support/paying-shop.ts";
import { kindsOf, pickingShop } from "../../../../tests/support/picking-shop.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../../tests/support/sign-up.ts";
import { sales } from "../../dashboard/contract.ts";
import { getAdminOrder, updateOrderStatus, type AdminOrder } from "../../orders/admin/contract.ts";
import { quoteItemsRefund, refundItems } from "../../orders/refunds/contract.ts";
import type { OrderStatus } from "../../orders/contract.ts";
import { deleteAccount } from "../../security/contract.ts";
import { refundByHand, unsettledPayments, type OwedOrder } from "../refunds/contract.ts";
import { readAttempt } from "../store.ts";

const shop = await openPayingShop();
const { call, sandbox, doJobs } = shop;
const { db } = shop.shop.database;
const { orderOf, cashOrder, paidOrder, cardOrder, differencesOf, refundedAtProvider } = await pickingShop(shop);
const admin = await makeAdmin(shop);
const asAdmin = { token: admin.token };
const REASON = "One was rotten";

type Ordered = Awaited<ReturnType<typeof paidOrder>>;
type Amounts = Record<string, number>;

const setStatus = (orderId: string, status: OrderStatus) => call(updateOrderStatus, { orderId, status }, asAdmin);

/** An order that was sent. */
async function sent(place: (items: Amounts) => Promise<Ordered>, items: Amounts): Promise<Ordered> {
  const order = await place(items);
  expect((await setStatus(order.orderId, "SHIPPED")).status).toBe(200);
  return order;
}

/** Items of an order by their products' ids. */
async function itemsOf(order: Ordered, amounts: Amounts): Promise<InputOf<typeof quoteItemsRefund>> {
  const { products } = await order.details();
  const positions = new Map(products.map(({ productId }, position) => [productId._id, position]));
  const items = Object.entries(amounts).map(([productId, amount]) => ({ position: positions.get(productId) ?? 0, productId, amount }));
  return { orderId: order.orderId, items };
}

const quoteOf = async (order: Ordered, amounts: Amounts, by = asAdmin) => call(quoteItemsRefund, await itemsOf(order, amounts), by);

interface By {
  token: string;
  headers?: Record<string, string>;
}

/** What the staff send once they have seen the quote. */
async function refundOf(order: Ordered, amounts: Amounts): Promise<InputOf<typeof refundItems>> {
  const { totalAmt } = (await quoteOf(order, amounts)).body.data;
  return { ...(await itemsOf(order, amounts)), totalAmt, reason: REASON };
}
const refund = async (order: Ordered, amounts: Amounts, by: By = asAdmin) => call(refundItems, await refundOf(order, amounts), by);

const owedOf = async ({ _id }: { _id: string }): Promise<OwedOrder | undefined> =>
  ((await call(unsettledPayments, undefined, asAdmin)).body.owed as OwedOrder[]).find((owed) => owed._id === _id);

const revenue = async (): Promise<number> => (await call(sales, {}, asAdmin)).body.data.today.revenue;

const figsAndPlums = async (): Promise<[string, string]> => [
  await addProduct(shop, { name: "Figs", price: 4, stock: 10 }),
  await addProduct(shop, { name: "Plums", price: 2.5, stock: 10 }),
];

describe("items of a sent order", () => {
  test("are refunded once through PayPal, and told to the shopper with the reason; the stock stays", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await sent(paidOrder, { [figs]: 3, [plums]: 2 });
    const before = await Promise.all([piecesOf(shop, figs), piecesOf(shop, plums)]);
    expect((await quoteOf(order, { [figs]: 1, [plums]: 2 })).body.data).toEqual({
      ...{ amount: 9, totalAmt: 8, byProvider: 9, byHand: 0, needsAdmin: false },
    });
    expect((await refund(order, { [figs]: 1, [plums]: 2 })).body).toMatchObject({ success: true, message: "Refund started" });
    await doJobs();
    expect(await differencesOf(order._id)).toEqual([{ cents: 900, status: "DONE" }]);
    expect(await refundedAtProvider(order._id)).toBe(900);
    const details = await order.details();
    expect(details).toMatchObject({ status: "SHIPPED", payment_status: "PAID", totalAmt: 8, products: [{ quantity: 2 }] });
    expect(kindsOf(details).slice(-4)).toEqual(["ITEMS REFUNDED", "TOTAL", "DIFFERENCE DUE", "DIFFERENCE DONE"]);
    const told = details.timeline.find(({ kind }) => kind === "ITEMS REFUNDED");
    expect(told).toMatchObject({ who: "shop", before: expect.stringMatching(/^1 × Figs.*\n2 × Plums/), after: REASON });
    const email = (await order.emails()).find(({ subject }) => subject === `Your refund for order ${order.orderId}`)!;
    for (const words of ["1 × Figs", "2 × Plums", `Reason: ${REASON}`, "Your order now costs $8.00.", "We're refunding $9.00 to PayPal."])
      expect(email.text).toContain(words);
    expect(await Promise.all([piecesOf(shop, figs), piecesOf(shop, plums)])).toEqual(before);
    const { timeline } = (await call(getAdminOrder, undefined, { ...asAdmin, params: { orderId: order.orderId } })).body.data as AdminOrder;
    expect(timeline.find(({ kind }) => kind === "ITEMS REFUNDED")!.who).toBe(admin.user._id);
  });

  test("of goods by weight go back by the gram, and what is too little for the card's provider is refunded by hand", async () => {
    const nuts = await addProduct(shop, { name: "Nuts", price: 20, weighedBy: "weight", weighedGrams: 100 });
    const order = await sent(cardOrder, { [nuts]: 5 });
    expect((await quoteOf(order, { [nuts]: 20 })).body.data).toMatchObject({ amount: 0.4, byProvider: 0, byHand: 0.4 });
    await refund(order, { [nuts]: 20 });
    await doJobs();
    expect(await owedOf(order)).toMatchObject({ amount: 0.4, cause: "cheaper" });
    expect((await quoteOf(order, { [nuts]: 130 })).body.data).toMatchObject({ amount: 2.6, byProvider: 2.6, byHand: 0 });
    await refund(order, { [nuts]: 130 });
    await doJobs();
    expect(await refundedAtProvider(order._id)).toBe(260);
    const details = await order.details();
    expect(details).toMatchObject({ totalAmt: 7, products: [{ quantity: 4, product_details: { grams: 350 } }] });
    expect(details.timeline.filter(({ kind }) => kind === "ITEMS REFUNDED").map(({ before }) => before)).toEqual([
      expect.stringContaining("0.02 kg of Nuts"),
      expect.stringContaining("0.13 kg of Nuts"),
    ]);
  });

  test("that were paid in cash wait to be refunded by hand, together with those refunded later", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await sent(cashOrder, { [figs]: 3, [plums]: 2 });
    expect((await quoteOf(order, { [figs]: 1 })).status).toBe(409);
    await call(updateOrderStatus, { orderId: order.orderId, payment_status: "PAID" }, asAdmin);
    expect((await quoteOf(order, { [figs]: 1 })).body.data).toMatchObject({ amount: 4, byProvider: 0, byHand: 4 });
    await refund(order, { [figs]: 1 });
    await refund(order, { [plums]: 1 });
    await doJobs();
    expect(await owedOf(order)).toMatchObject({ amount: 6.5, cause: "cheaper" });
    const emails = (await order.emails()).filter(({ subject }) => subject === `Your refund for order ${order.orderId}`);
    const said = emails.map(({ text }) => /We'll refund \$\d\.\d\d/.exec(text ?? "")?.[0]);
    expect(new Set(said)).toEqual(new Set(["We'll refund $4.00", "We'll refund $2.50"]));
    const settle = () => call(refundByHand, { orderId: order.orderId, how: "cash" }, asAdmin);
    expect([(await settle()).status, (await settle()).status]).toEqual([200, 409]);
    expect(await order.details()).toMatchObject({ totalAmt: 10.5, payment_status: "PAID" });
  });

  test("no longer count as revenue, and a cancellation refunds only the rest", async () => {
    const [figs, plums] = await figsAndPlums();
    const before = await revenue();
    const order = await sent(paidOrder, { [figs]: 3, [plums]: 2 });
    await refund(order, { [figs]: 2 });
    await doJobs();
    expect((await revenue()) - before).toBeCloseTo(9);
    await setStatus(order.orderId, "CANCELLED");
    await doJobs();
    await doJobs();
    expect(await refundedAtProvider(order._id)).toBe(1700);
    expect(await order.details()).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
  });
});

describe("the same items", () => {
  test("are refunded once by two admins at once, who saw the same order", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await sent(paidOrder, { [figs]: 3, [plums]: 2 });
    const other = await makeAdmin(shop);
    const wanted = await refundOf(order, { [figs]: 1 });
    const answers = await Promise.all([admin, other, other].map(({ token }) => call(refundItems, wanted, { token })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.message).toBe("This order has changed. Check it and try again.");
    await doJobs();
    expect(await differencesOf(order._id)).toEqual([{ cents: 400, status: "DONE" }]);
    expect(await refundedAtProvider(order._id)).toBe(400);
  });

  test("are refunded once under one Idempotency-Key, also at the same time, and a repeat succeeds", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await sent(paidOrder, { [figs]: 3, [plums]: 2 });
    const wanted = await refundOf(order, { [figs]: 1 });
    const by = { ...asAdmin, headers: { "idempotency-key": order.orderId } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(refundItems, wanted, by)));
    answers.push(await call(refundItems, wanted, by));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await call(refundItems, { ...wanted, reason: "Another" }, by)).status).toBe(422);
    await doJobs();
    expect(await differencesOf(order._id)).toEqual([{ cents: 400, status: "DONE" }]);
  });

  test("can be refunded again until none are left, but not all of an order", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await sent(paidOrder, { [figs]: 2, [plums]: 1 });
    expect((await refund(order, { [figs]: 1 })).status).toBe(200);
    expect((await quoteOf(order, { [figs]: 2 })).status).toBe(409);
    expect((await refund(order, { [figs]: 1 })).status).toBe(200);
    expect((await quoteOf(order, { [figs]: 1 })).status).toBe(409);
    expect((await quoteOf(order, { [plums]: 1 })).body.message).toBe(
      "To refund all items, cancel the order instead. That refunds its delivery, too.",
    );
    await doJobs();
    expect(await refundedAtProvider(order._id)).toBe(800);
  });
});

describe("nothing is refunded", () => {
  test("of an order that was not sent, or was canceled", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await paidOrder({ [figs]: 2, [plums]: 1 });
    const said = { status: 409, body: { message: "Only items of a paid order that was sent can be refunded." } };
    expect(await quoteOf(order, { [figs]: 1 })).toMatchObject(said);
    await order.cancel();
    expect(await call(refundItems, { ...(await itemsOf(order, { [figs]: 1 })), totalAmt: 6.5, reason: REASON }, asAdmin)).toMatchObject(
      said,
    );
  });

  test("without a reason, with a total that nobody was quoted, or of an unknown order", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await sent(paidOrder, { [figs]: 2, [plums]: 1 });
    const wanted = await refundOf(order, { [figs]: 1 });
    expect((await call(refundItems, { ...wanted, reason: " " }, asAdmin)).status).toBe(400);
    expect((await call(refundItems, { ...wanted, totalAmt: 0 }, asAdmin)).status).toBe(409);
    expect((await call(refundItems, { ...wanted, orderId: "0".repeat(32) }, asAdmin)).status).toBe(404);
    expect(await differencesOf(order._id)).toEqual([]);
  });

  test("beyond what is left at the provider, where the staff refunded in its dashboard", async () => {
    const [figs, plums] = await figsAndPlums();
    const order = await sent(paidOrder, { [figs]: 2, [plums]: 1 });
    await refundInDashboard(sandbox, (await readAttempt(db, order._id))!.chargeRef!, "9.00");
    expect(await refundedAtProvider(order._id)).toBe(900);
    expect((await quoteOf(order, { [figs]: 1 })).body.message).toBe("Only $1.50 of what was paid is left to refund.");
  });

  test("by a manager beyond the limit, which counts all refunds of the order, also those still to be made by hand", async () => {
    await db.execute(sql`insert into shop_setting (name, value) values ('refundLimitCents', ${800})`);
    shop.shop.invalidations.publish(["settings"]);
    const manager = { token: (await signUp(shop, { role: "MANAGER" })).token };
    const [figs, plums] = await figsAndPlums();
    for (const place of [paidOrder, cashOrder]) {
      const order = await sent(place, { [figs]: 3, [plums]: 2 });
      if (place === cashOrder) await call(updateOrderStatus, { orderId: order.orderId, payment_status: "PAID" }, asAdmin);
      expect((await refund(order, { [figs]: 1 }, manager)).status).toBe(200);
      expect((await quoteOf(order, { [plums]: 2 }, manager)).body.data.needsAdmin).toBe(true);
      expect((await refund(order, { [plums]: 2 }, manager)).body.message).toBe("Only an admin can refund more than $8.00");
      expect((await refund(order, { [plums]: 2 })).status).toBe(200);
    }
  });
});

test("what PayPal refuses waits under Payments to look at", async () => {
  const [figs, plums] = await figsAndPlums();
  const order = await sent(paidOrder, { [figs]: 2, [plums]: 1 });
  await doJobs();
  await refund(order, { [figs]: 1 });
  await sandbox.fault("paypal", { operation: "refund", effect: "refuse", issue: "REFUND_NOT_ALLOWED" });
  await doJobs();
  await sandbox.clearFaults();
  const { data } = (await call(unsettledPayments, undefined, asAdmin)).body as { data: { orderNumber: string; refund: object }[] };
  expect(data.find(({ orderNumber }) => orderNumber === order.orderId)).toMatchObject({ refund: { amount: 4, mayRetry: true } });
});

test("the reason is erased with the shopper's account", async () => {
  const [figs, plums] = await figsAndPlums();
  const order = await sent(paidOrder, { [figs]: 2, [plums]: 1 });
  await refund(order, { [figs]: 1 });
  await doJobs();
  await setStatus(order.orderId, "DELIVERED");
  const { token } = order.payer;
  expect((await call(deleteAccount, { password: PASSWORD }, { token })).status).toBe(200);
  const { rows } = await db.execute(sql`select after from order_event where order_id = ${order._id} and kind = 'ITEMS REFUNDED'`);
  expect(rows).toEqual([{ after: "" }]);
});

test("items go back with their discount and their part of the coupon, but not the delivery fee", async () => {
  await setDelivery(shop, { zones: [zone({ fee: 3 })] });
  const { id, code } = await addCoupon(shop, { value: 25 });
  const [figs, plums] = [await addProduct(shop, { price: 4, discount: 50, stock: 10 }), await addProduct(shop, { price: 8, stock: 10 })];
  const place = async (items: Amounts) => {
    const { payer, orderId } = await changingShop(shop).paidOrder(items, { delivery: { way: "delivery" }, coupon: code });
    return orderOf(payer, orderId);
  };
  const order = await sent(place, { [figs]: 3, [plums]: 1 });
  expect(await order.details()).toMatchObject({ totalAmt: 13.5, deliveryFee: 3, coupon: { amount: 3.5 } });
  await refund(order, { [figs]: 2 });
  expect(await order.details()).toMatchObject({ totalAmt: 10.5, deliveryFee: 3, coupon: { code, amount: 2.5 } });
  const { rows } = await db.execute(sql`select cents::int, state from coupon_use where coupon_id = ${id}`);
  expect(rows).toEqual([{ cents: 250, state: "USED" }]);
  expect((await couponNow(shop, id)).uses).toBe(1);
  await refund(order, { [plums]: 1 });
  expect(await order.details()).toMatchObject({ totalAmt: 4.5, coupon: { amount: 0.5 } });
  await doJobs();
  expect(await refundedAtProvider(order._id)).toBe(900);
});
