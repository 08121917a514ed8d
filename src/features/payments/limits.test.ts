import { expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop, type Payer } from "../../../tests/support/paying-shop.ts";
import * as contract from "./contract.ts";

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

test("who tries ten declined cards charges none for an hour, from anywhere; others do", async () => {
  const [thief, ana] = [await newPayer(shop), await newPayer(shop)];
  const orderId = await begin(thief);
  for (let n = 0; n < 10; n++) expect((await pay(thief, orderId, STOLEN, `203.0.113.${n}`)).status).toBe(422);
  const refused = await pay(thief, orderId, undefined, "203.0.113.99");
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
  expect((await pay(ana, await begin(ana), undefined, "203.0.113.1")).status).toBe(200);
});

test("cards that are taken count for nothing", async () => {
  const ana = await newPayer(shop);
  for (let n = 0; n < 12; n++) expect((await pay(ana, await begin(ana), undefined, "203.0.113.50")).status).toBe(200);
});

test("false webhooks from one address end after 300, those of others are taken", async () => {
  const send = (ip: string) => shop.app.inject({ method: "POST", url: "/api/webhooks/paypal", headers: from(ip), payload: { id: "WH-1" } });
  expect((await send("203.0.113.66")).statusCode).toBe(400);
  await shop.shop.database.pool.query("update rate_limit set points = 300 where key like 'webhook-address:%'");
  expect((await send("203.0.113.66")).statusCode).toBe(429);
  expect((await send("203.0.113.67")).statusCode).toBe(400);
});
