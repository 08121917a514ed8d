import { expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { addCoupon, couponNow } from "../../../../tests/support/coupons.ts";
import { checkSlotBooks, daily, setDelivery, slotsOf, zone } from "../../../../tests/support/delivery.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf, type Payer } from "../../../../tests/support/paying-shop.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { cancelOrder, listOrders } from "../../orders/contract.ts";
import * as contract from "../contract.ts";
import { finishPayment } from "../finish-payment.ts";
import { jobs } from "../jobs.ts";
import { makeProviders } from "./providers.ts";
import { readAttempt } from "../store.ts";

const shop = await openPayingShop();
const { call, sandbox } = shop;

const begin = ({ addressId, token }: Payer, productId: string, quantity = 1, more: object = {}) =>
  call(contract.createCulqiOrder, { list_items: [{ productId, quantity }], addressId, ...more }, { token });
const pay = ({ token: bearer }: Payer, orderId: string, token: string, more: object = {}) =>
  call(contract.confirmCulqiPayment, { orderId, token, ...more }, { token: bearer });

const ordersOf = async ({ token }: Payer) => (await call(listOrders, {}, { token })).body.data;

test("API-29 CHK-11 a card is charged once and the order is paid", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const begun = await begin(ana, rice, 2);
  expect(begun).toMatchObject({ status: 200, body: { data: { amount: 800, currency: "USD", publicKey: "pk_test_practice" } } });
  const { orderId } = begun.body.data;
  const token = await sandbox.cardToken();
  const paid = await pay(ana, orderId, token);
  expect(paid).toMatchObject({ status: 200, body: { message: "Payment confirmed and order successfully registered." } });
  expect((await pay(ana, orderId, token)).body).toEqual(paid.body);
  expect(await ordersOf(ana)).toMatchObject([
    { orderId: paid.body.data.orderId, payment_status: "PAID", metodoDePago: "Card (Culqi)", totalAmt: 8 },
  ]);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 3, sold: 2, reserved: 0 });
});

test("CHK-5 a declined card is reported in the shop's words, and another card can be tried", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  const declined = await pay(ana, orderId, await sandbox.cardToken("4000040000000008"));
  expect(declined.status).toBe(422);
  expect(declined.body.message).toBe("There isn't enough money on this card. Try another card, or another way to pay.");
  expect(await ordersOf(ana)).toEqual([]);
  expect((await pay(ana, orderId, await sandbox.cardToken())).status).toBe(200);
});

test("a card whose bank requires verification is not charged yet", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  const token = await sandbox.cardToken("4456530000001096", "review@culqi.com");
  expect(await pay(ana, orderId, token)).toMatchObject({ status: 200, body: { data: { action: "REVIEW" } } });
  expect(await ordersOf(ana)).toEqual([]);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 4, sold: 0, reserved: 1 });
});

test("a charge whose response was lost is found, and not repeated", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  await sandbox.fault("culqi", { operation: "charge", effect: "cut-after" });
  const token = await sandbox.cardToken();
  expect((await pay(ana, orderId, token)).status).toBe(503);
  // While the outcome is unknown, another click charges nothing.
  expect((await pay(ana, orderId, await sandbox.cardToken())).status).toBe(409);
  await shop.shop.database.db.execute(
    sql`update payment_attempt set created_at = now() - interval '3 minutes', capturing_since = now() - interval '2 minutes' where id = ${orderId}`,
  );
  await enqueue(shop.shop.database.db, jobs.reconcile, null);
  await shop.doJobs();
  expect(await ordersOf(ana)).toHaveLength(1);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 4, sold: 1, reserved: 0 });
});

test("cards accept $3.00 to $9,999.00", async () => {
  const [cheap, dear] = [await addProduct(shop, { stock: 9, price: 2.99 }), await addProduct(shop, { stock: 9, price: 9999.01 })];
  const ana = await newPayer(shop);
  for (const productId of [cheap, dear]) expect((await begin(ana, productId)).status).toBe(422);
  expect(await piecesOf(shop, cheap)).toEqual({ stock: 9, sold: 0, reserved: 0 });
});

test("an event Culqi does not confirm changes nothing", async () => {
  const event = {
    object: "event",
    id: "evt_test_1",
    type: "charge.creation.succeeded",
    data: JSON.stringify({ id: "chr_test_0000000000000000" }),
  };
  const ofRefund = (charge_id: string) => ({ ...event, data: JSON.stringify({ charge_id }) });
  for (const payload of [event, { ...event, data: "x" }, "no json", ofRefund("chr_test_0000000000000000"), ofRefund("."), ofRefund("")]) {
    expect((await shop.app.inject({ method: "POST", url: "/api/webhooks/culqi", payload })).statusCode).toBe(400);
  }
});

test("canceling an order whose charge was half refunded refunds the other half once", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 10 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice, 2)).body.data;
  const paid = await pay(ana, orderId, await sandbox.cardToken());
  const { db } = shop.shop.database;
  const chargeId = (await readAttempt(db, orderId))!.chargeRef!;
  await sandbox.refundAtCulqi(chargeId, 1000);
  await enqueue(db, jobs.finish, { attemptId: orderId });
  await shop.doJobs();
  expect(await ordersOf(ana)).toMatchObject([{ payment_status: "PARTIALLY REFUNDED" }]);

  await call(cancelOrder, { orderId: paid.body.data.orderId }, { token: ana.token });
  // The response to the first try is lost.
  await sandbox.fault("culqi", { operation: "refund", effect: "cut-after" });
  await shop.doJobs();
  await db.execute(sql`update payment_refund set checked_at = checked_at - interval '1 minute' where status = 'DUE'`);
  await shop.doJobs("early");
  expect(await ordersOf(ana)).toMatchObject([{ payment_status: "REFUNDED" }]);
  expect(await sandbox.refundedAtCulqi(chargeId)).toBe(2000);
});

const expire = async (orderId: string, ago: string) => {
  const { database } = shop.shop;
  await database.db.execute(sql`update payment_attempt set expires_at = now() - ${ago}::interval where id = ${orderId}`);
  await database.transact(({ tx }) => enqueue(tx, jobs.expire, { attemptId: orderId }));
  await shop.doJobs();
};

test("a late payment that is declined reserves nothing, and can be tried again", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const coupon = await addCoupon(shop, { maxUses: 1 });
  await setDelivery(shop, { zones: [zone({ times: [daily(1)] })] });
  const [slot] = await slotsOf(shop);
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice, 5, { coupon: coupon.code, delivery: { way: "delivery", slot: slot!.id } })).body.data;
  await expire(orderId, "1 second");
  for (const card of ["4000040000000008", "4456530000001096"]) {
    await pay(ana, orderId, await sandbox.cardToken(card, "review@culqi.com"));
    expect(await piecesOf(shop, rice)).toEqual({ stock: 5, sold: 0, reserved: 0 });
    expect((await couponNow(shop, coupon.id)).uses).toBe(0);
    await checkSlotBooks(shop.shop);
  }
  expect((await pay(ana, orderId, await sandbox.cardToken())).status).toBe(200);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 0, sold: 5, reserved: 0 });
  await setDelivery(shop, { on: false });
});

test("a payment can't be paid hours later at its old prices and with its old coupon", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  await expire(orderId, "151 minutes");
  expect(await pay(ana, orderId, await sandbox.cardToken())).toMatchObject({
    status: 409,
    body: { message: "This payment was canceled or ran out of time. Nothing was charged. Please order again." },
  });
  expect(await ordersOf(ana)).toEqual([]);
  await expire(orderId, "149 minutes");
  expect((await pay(ana, orderId, await sandbox.cardToken())).status).toBe(200);
});

test("if a late payment was already half refunded, the other half is refunded", async () => {
  const rice = await addProduct(shop, { stock: 2, price: 10 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice, 2)).body.data;
  await call(contract.cancelPayment, { orderId }, { token: ana.token });
  const { db } = shop.shop.database;
  await db.execute(sql`update product set stock = 0 where id = ${rice}`);
  const culqi = (await makeProviders(shop.shop)("culqi"))!;
  const attempt = (await readAttempt(db, orderId))!;
  const state = await culqi.capture(attempt, { token: await sandbox.cardToken(), email: ana.user.email });
  const chargeId = state.kind === "captured" ? state.chargeRef : "";
  await sandbox.refundAtCulqi(chargeId, 1000);
  expect(await finishPayment(shop.shop, culqi, attempt, { who: "job" })).toEqual({ kind: "refunded" });
  await shop.doJobs();
  expect(await sandbox.refundedAtCulqi(chargeId)).toBe(2000);
  expect(await readAttempt(db, orderId)).toMatchObject({ status: "REFUNDED" });
});
