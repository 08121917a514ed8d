import { expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { enqueue } from "#server/jobs/jobs.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { readDocument } from "../../../tests/support/imports.ts";
import { newPayer, openPayingShop, piecesOf, type Payer } from "../../../tests/support/paying-shop.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { exportOrders, listAllOrders } from "../orders/admin/contract.ts";
import { cancelOrder, listOrders } from "../orders/contract.ts";
import { changeSettings, readSettings } from "../shop/settings/contract.ts";
import * as contract from "./contract.ts";
import { jobs } from "./jobs.ts";
import { readAttempt } from "./store.ts";

const shop = await openPayingShop();
const { call, sandbox } = shop;
const { db } = shop.shop.database;
const change = await settingsOf(shop);
await change({ currency: "PEN", yape: true });

const begin = ({ addressId, token }: Payer, productId: string, quantity = 1, endpoint = contract.createYapeOrder) =>
  call(endpoint, { list_items: [{ productId, quantity }], addressId }, { token });
const pay = ({ token: bearer }: Payer, orderId: string, token: string) =>
  call(contract.confirmCulqiPayment, { orderId, token }, { token: bearer });
const ordersOf = async ({ token }: Payer) => (await call(listOrders, {}, { token })).body.data;
const offered = async () => (await call(contract.waysToPay, undefined)).body.data;
const asMerchant = { authorization: `Bearer ${sandbox.culqi.secretKey}`, "content-type": "application/json" };
const chargeOf = async (orderId: string) => {
  const { chargeRef } = (await readAttempt(db, orderId))!;
  return (await fetch(`${sandbox.culqi.baseUrl}/charges/${chargeRef}`, { headers: asMerchant })).json() as Promise<object>;
};
const NOT_OFFERED = "This way to pay isn't offered right now. Please choose another one.";

test("a Yape account is charged once in soles, and the order, its email and its refund say Yape", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const begun = await begin(ana, rice, 2);
  expect(begun).toMatchObject({ status: 200, body: { data: { amount: 800, currency: "PEN", publicKey: "pk_test_practice" } } });
  const { orderId } = begun.body.data;
  expect((await call(contract.openPayment, undefined, { token: ana.token })).body.data).toMatchObject({ provider: "yape", status: "OPEN" });
  const token = await sandbox.yapeToken(800);
  const paid = await pay(ana, orderId, token);
  expect(paid).toMatchObject({ status: 200, body: { message: contract.confirmedMessage() } });
  expect((await pay(ana, orderId, token)).body).toEqual(paid.body);
  expect(await ordersOf(ana)).toMatchObject([{ payment_status: "PAID", metodoDePago: "Yape", totalAmt: 8 }]);
  expect(await chargeOf(orderId)).toMatchObject({
    amount: 800,
    currency_code: "PEN",
    source: { id: token },
    metadata: { attempt_id: orderId },
  });
  expect(await piecesOf(shop, rice)).toEqual({ stock: 3, sold: 2, reserved: 0 });
  const [email] = (await shop.emailsTo(ana.user.email)).filter(({ subject }) => subject?.startsWith("Your order"));
  expect(email?.text).toContain("Payment: Yape, paid");
  expect(email?.text).toContain("Total Amount: S/\u00a08.00");
  expect(email?.text).not.toContain("$");

  const number = paid.body.data.orderId as string;
  const { token: adminToken } = await makeAdmin(shop);
  expect((await call(listAllOrders, { orderId: number }, { token: adminToken })).body.data).toMatchObject([{ metodoDePago: "Yape" }]);
  const file = await readDocument(shop, `${exportOrders.path}?orderId=${number}`, adminToken);
  expect(file).toContain(",PAID,Yape,");
  expect(file).not.toContain("$");

  await call(cancelOrder, { orderId: number }, { token: ana.token });
  // The response to the first try is lost.
  await sandbox.fault("culqi", { operation: "refund", effect: "cut-after" });
  await shop.doJobs();
  await db.execute(sql`update payment_refund set checked_at = checked_at - interval '1 minute' where status = 'DUE'`);
  await shop.doJobs("early");
  expect(await ordersOf(ana)).toMatchObject([{ payment_status: "REFUNDED", metodoDePago: "Yape" }]);
  expect(await chargeOf(orderId)).toMatchObject({ amount_refunded: 800 });
  for (const { text } of await shop.emailsTo(ana.user.email)) expect(text).not.toContain("$");
});

test("a decline is reported in words about Yape, and another code can be tried", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  const declined = await pay(ana, orderId, await sandbox.yapeToken(400, "900000002"));
  expect([declined.status, declined.body.message]).toEqual([
    422,
    "There isn't enough money in this Yape account. Choose another way to pay.",
  ]);
  expect(await ordersOf(ana)).toEqual([]);
  expect((await pay(ana, orderId, await sandbox.yapeToken(400))).status).toBe(200);
});

test("somebody else's address and payment are as if they did not exist", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const [ana, ben] = [await newPayer(shop), await newPayer(shop)];
  const { orderId } = (await begin(ana, rice)).body.data;
  expect((await begin({ ...ben, addressId: ana.addressId }, rice)).status).toBe(404);
  expect((await pay(ben, orderId, await sandbox.yapeToken(400))).status).toBe(404);
});

test("a token must be of the kind that the payment was started for, and for its amount", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const byCard = (await begin(ana, rice, 1, contract.createCulqiOrder)).body.data.orderId;
  expect(await pay(ana, byCard, await sandbox.yapeToken(400))).toMatchObject({ status: 400, body: { field: "token" } });
  const withYape = (await begin(ana, rice)).body.data.orderId;
  expect(await pay(ana, withYape, await sandbox.cardToken())).toMatchObject({ status: 400, body: { field: "token" } });
  expect((await pay(ana, withYape, await sandbox.yapeToken(500))).status).toBe(422);
  expect(await ordersOf(ana)).toEqual([]);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 4, sold: 0, reserved: 1 });
  expect((await pay(ana, withYape, await sandbox.yapeToken(400))).status).toBe(200);
});

test("a charge whose response was lost is found, and becomes one order that says Yape", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  await sandbox.fault("culqi", { operation: "charge", effect: "cut-after" });
  expect((await pay(ana, orderId, await sandbox.yapeToken(400))).status).toBe(503);
  // While the outcome is unknown, another code charges nothing.
  expect((await pay(ana, orderId, await sandbox.yapeToken(400))).status).toBe(409);
  await db.execute(
    sql`update payment_attempt set created_at = now() - interval '3 minutes', capturing_since = now() - interval '2 minutes' where id = ${orderId}`,
  );
  await enqueue(db, jobs.reconcile, null);
  await shop.doJobs();
  expect(await ordersOf(ana)).toMatchObject([{ payment_status: "PAID", metodoDePago: "Yape" }]);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 4, sold: 1, reserved: 0 });
});

test("an event of Culqi finishes a payment whose shopper has left, once", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4.11 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  await sandbox.fault("culqi", { operation: "charge", effect: "cut-after" });
  expect((await pay(ana, orderId, await sandbox.yapeToken(411))).status).toBe(503);
  await db.execute(sql`update payment_attempt set capturing_since = now() - interval '2 minutes' where id = ${orderId}`);
  const listed = await fetch(`${sandbox.culqi.baseUrl}/charges?amount=411`, { headers: asMerchant });
  const [{ id }] = ((await listed.json()) as { data: [{ id: string }] }).data;
  const payload = { object: "event", id: "evt_test_yape", type: "charge.creation.succeeded", data: JSON.stringify({ id }) };
  for (let times = 0; times < 2; times++)
    expect((await shop.app.inject({ method: "POST", url: "/api/webhooks/culqi", payload })).statusCode).toBe(200);
  await shop.doJobs();
  expect(await ordersOf(ana)).toMatchObject([{ payment_status: "PAID", metodoDePago: "Yape", totalAmt: 4.11 }]);
});

test("Yape takes S/3.00 to S/2,000.00, and checkout starts it, too", async () => {
  expect(await offered()).toMatchObject([
    { provider: "culqi", least: 3, most: 9999 },
    { provider: "yape", least: 3, most: 2000, publicKey: "pk_test_practice", scripts: { checkout: expect.any(String) } },
    { provider: "cash" },
  ]);
  const ana = await newPayer(shop);
  const [cheap, most, dear] = await Promise.all([2.99, 2000, 2000.01].map((price) => addProduct(shop, { stock: 9, price })));
  for (const productId of [cheap!, dear!]) {
    const { status, body } = await begin(ana, productId);
    expect([status, body.message]).toEqual([
      422,
      expect.stringContaining("Yape payments must be between S/\u00a03.00 and S/\u00a02,000.00."),
    ]);
  }
  const asked = { list_items: [{ productId: most!, quantity: 1 }], addressId: ana.addressId, provider: "yape" as const };
  expect(await call(contract.checkout, asked, { token: ana.token })).toMatchObject({
    status: 200,
    body: { data: { provider: "yape", amount: 200_000, currency: "PEN" } },
  });
});

test("while it is off, Yape is neither offered nor started; a payment under way can finish", async () => {
  const rice = await addProduct(shop, { stock: 5, price: 4 });
  const ana = await newPayer(shop);
  const { orderId } = (await begin(ana, rice)).body.data;
  await change({ yape: false });
  expect((await offered()).map(({ provider }: contract.WayToPay) => provider)).toEqual(["culqi", "cash"]);
  expect(await begin(await newPayer(shop), rice)).toMatchObject({ status: 409, body: { message: NOT_OFFERED } });
  expect((await pay(ana, orderId, await sandbox.yapeToken(400))).status).toBe(200);
  const byCard = (await begin(ana, rice, 1, contract.createCulqiOrder)).body.data.orderId;
  expect((await pay(ana, byCard, await sandbox.yapeToken(400))).status).toBe(400);
  await change({ yape: true });
});

test("Yape is off at first, and can be switched on only with Culqi and soles", async () => {
  for (const env of [{}, { SANDBOX: "off", CULQI_PUBLIC_KEY: "", CULQI_SECRET_KEY: "", CULQI_BASE_URL: "" }] as Record<string, string>[]) {
    const own = await openPayingShop(env);
    const { token } = await makeAdmin(own);
    const set = async (changes: object) => {
      const { settings } = (await own.call(readSettings, undefined, { token })).body.data;
      return own.call(changeSettings, { changes, was: settings }, { token });
    };
    const { settings, hasCulqi } = (await own.call(readSettings, undefined, { token })).body.data;
    expect([settings.yape, hasCulqi]).toEqual([false, !env["SANDBOX"]]);
    const refused = { status: 400, body: { field: "yape", message: "yape needs Culqi, and Peruvian soles as the shop's currency" } };
    expect(await set({ yape: true })).toMatchObject(refused);
    if (!hasCulqi) expect(await set({ yape: true, currency: "PEN" })).toMatchObject(refused);
    else {
      expect((await set({ currency: "PEN", yape: true, ways: ["paypal"] })).status).toBe(200);
      // By now the only way to pay that takes soles.
      expect(await set({ yape: false })).toMatchObject({ status: 400, body: { field: "ways" } });
      expect(await set({ currency: "USD" })).toMatchObject({ status: 200 });
      expect((await own.call(contract.waysToPay, undefined)).body.data).toMatchObject([{ provider: "paypal" }]);
    }
  }
});

test("CULQI_YAPE wins over the setting, and only in soles", async () => {
  const own = await openPayingShop({ CULQI_YAPE: "on" });
  const { token } = await makeAdmin(own);
  const { settings, setBy } = (await own.call(readSettings, undefined, { token })).body.data;
  expect([settings.yape, setBy]).toEqual([true, { yape: "CULQI_YAPE" }]);
  const set = (changes: object) => own.call(changeSettings, { changes, was: settings }, { token });
  expect(await set({ yape: false })).toMatchObject({ status: 409, body: { data: { field: "yape" } } });
  const ways = async () => (await own.call(contract.waysToPay, undefined)).body.data.map(({ provider }: contract.WayToPay) => provider);
  expect(await ways()).toEqual(["paypal", "culqi", "cash"]);
  const ana = await newPayer(own);
  const rice = await addProduct(own, { stock: 5, price: 4 });
  const asked = { list_items: [{ productId: rice, quantity: 1 }], addressId: ana.addressId };
  const start = () => own.call(contract.createYapeOrder, asked, { token: ana.token });
  expect(await start()).toMatchObject({ status: 422, body: { message: "This payment method isn't available" } });
  await set({ currency: "PEN" });
  expect(await ways()).toEqual(["culqi", "yape", "cash"]);
  expect((await start()).status).toBe(200);
});
