import { expect, test, vi } from "vitest";
import { daily, setDelivery, slotsOf, zone } from "../../../tests/support/delivery.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop, type Payer } from "../../../tests/support/paying-shop.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { newId } from "#server/new-id.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { createAddress } from "../addresses/contract.ts";
import { quoteChange } from "./changes/contract.ts";
import * as contract from "./contract.ts";
import { readAttempt } from "./store.ts";

const shop = await openPayingShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
const { call, sandbox } = shop;

const STOLEN = "4000020000000000";
const from = (ip: string) => ({ "x-forwarded-for": ip });

async function begin({ addressId, token }: Payer): Promise<string> {
  const productId = await addProduct(shop, { price: 4 });
  const begun = await call(contract.createCulqiOrder, { list_items: [{ productId, quantity: 1 }], addressId }, { token });
  return begun.body.data.orderId;
}
const pay = async ({ token: bearer }: Payer, orderId: string, card: string | undefined, ip: string) =>
  call(contract.confirmCulqiPayment, { orderId, token: await sandbox.cardToken(card) }, { token: bearer, headers: from(ip) });

const newChargeId = () => `chr_test_${newId().slice(0, 16)}`;
/** A webhook as Culqi sends it, each with an id of its own. */
const eventOf = (id: string) => ({
  object: "event",
  id: `evt_test_${newId()}`,
  type: "charge.creation.succeeded",
  data: JSON.stringify({ id }),
});

test("ten declined cards block a shopper for an hour from anywhere, but no one else", async () => {
  const [thief, ana] = [await newPayer(shop), await newPayer(shop)];
  const orderId = await begin(thief);
  for (let n = 0; n < 10; n++) expect((await pay(thief, orderId, STOLEN, `203.0.113.${n}`)).status).toBe(422);
  const refused = await pay(thief, orderId, undefined, "203.0.113.99");
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
  expect((await pay(ana, await begin(ana), undefined, "203.0.113.1")).status).toBe(200);
});

test("accepted cards do not count", async () => {
  const ana = await newPayer(shop);
  for (let n = 0; n < 12; n++) expect((await pay(ana, await begin(ana), undefined, "203.0.113.50")).status).toBe(200);
});

test("forged webhooks are limited to 300 per network, without blocking others", async () => {
  const send = (ip: string) => shop.app.inject({ method: "POST", url: "/api/webhooks/paypal", headers: from(ip), payload: { id: "WH-1" } });
  expect((await send("203.0.113.66")).statusCode).toBe(400);
  await shop.shop.database.pool.query("update rate_limit set points = 300 where key like 'webhook-address:%'");
  expect((await send("203.0.113.66")).statusCode).toBe(429);
  expect((await send("203.0.113.67")).statusCode).toBe(400);
});

test("forged webhooks that arrive at once are all counted before the provider is asked", async () => {
  const send = () =>
    shop.app.inject({ method: "POST", url: "/api/webhooks/culqi", headers: from("203.0.113.68"), payload: eventOf(newChargeId()) });
  expect((await send()).statusCode).toBe(400);
  await shop.shop.database.pool.query("update rate_limit set points = 298 where key = 'webhook-address:203.0.113.68'");
  const asked = vi.spyOn(globalThis, "fetch");
  await Promise.all(Array.from({ length: 10 }, send));
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test("Culqi is asked about one charge 30 times an hour for each network, as its webhooks are not signed", async () => {
  const ana = await newPayer(shop);
  const orderId = await begin(ana);
  expect((await pay(ana, orderId, undefined, "203.0.113.69")).status).toBe(200);
  const chargeId = (await readAttempt(shop.shop.database.db, orderId))!.chargeRef!;
  const send = async (ip: string) =>
    (await shop.app.inject({ method: "POST", url: "/api/webhooks/culqi", headers: from(ip), payload: eventOf(chargeId) })).statusCode;
  for (let n = 0; n < 30; n++) expect(await send("203.0.113.70")).toBe(200);
  expect(await send("203.0.113.70")).toBe(429);
  expect(await send("203.0.113.71")).toBe(200);
});

test("new accounts of one network can hold 60 delivery times an hour; others go on", async () => {
  await setDelivery(shop, { zones: [zone({ times: [daily(100)] })] });
  const [slot] = await slotsOf(shop);
  const productId = await addProduct(shop, { price: 4 });
  const start = async (ip: string, isConfirmed = false) => {
    const { token, user } = await signUp(shop, { isConfirmed });
    const input = { list_items: [{ productId, quantity: 1 }], addressId: await addAddress(shop, user._id) };
    const delivery = { way: "delivery" as const, slot: slot!.id };
    return (await call(contract.createCulqiOrder, { ...input, delivery }, { token, headers: from(ip) })).status;
  };
  expect(await start("203.0.113.80")).toBe(200);
  await shop.shop.database.pool.query("update rate_limit set points = 60 where key like 'unconfirmed-time-address:%'");
  expect(await Promise.all([start("203.0.113.80"), start("203.0.113.80", true), start("203.0.113.81")])).toEqual([429, 200, 200]);
  await setDelivery(shop, { on: false });
});

test("calculating changes of orders and saving addresses are limited per account", async () => {
  const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
  const productId = await addProduct(shop, { price: 4 });
  const home = { address_line: "Jr. Puno 1", city: "Lima", state: "Lima", country: "Peru", pincode: "15001", mobile: "+51 900000000" };
  const { orderId } = (await ana.orderInCash({ [productId]: 1 })).body.data;
  const quote = () => call(quoteChange, { orderId, list_items: [{ productId, quantity: 2 }] }, ana);
  const save = ({ token }: Payer) => call(createAddress, home, { token });
  expect([(await quote()).status, (await save(ana)).status]).toEqual([200, 200]);
  await new RateLimit(shop.shop, { name: "quotes-account", tries: 600, seconds: 600 }).count(ana.user._id, 599);
  await new RateLimit(shop.shop, { name: "addresses-account", tries: 100, seconds: 600 }).count(ana.user._id, 99);
  expect([(await quote()).status, (await save(ana)).status, (await save(berta)).status]).toEqual([429, 429, 200]);
});
