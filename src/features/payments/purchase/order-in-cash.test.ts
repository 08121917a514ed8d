import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf, type Payer } from "../../../../tests/support/paying-shop.ts";
import { cashOnDelivery, listOrders } from "../../orders/contract.ts";
import * as contract from "../contract.ts";

const shop = await openPayingShop();
const { call, sandbox } = shop;

const asked = ({ addressId }: Payer, productId: string, quantity: number) => ({ list_items: [{ productId, quantity }], addressId });
const cashCalls = [
  ["cash-on-delivery", (payer: Payer, id: string, quantity: number) => call(cashOnDelivery, asked(payer, id, quantity), payer)],
  [
    "checkout",
    (payer: Payer, id: string, quantity: number) => call(contract.checkout, { ...asked(payer, id, quantity), provider: "cash" }, payer),
  ],
] as const;
const begin = {
  paypal: async (payer: Payer, id: string, quantity: number) =>
    (await call(contract.createPayPalOrder, asked(payer, id, quantity), payer)).body.orderId,
  culqi: async (payer: Payer, id: string, quantity: number) =>
    (await call(contract.createCulqiOrder, asked(payer, id, quantity), payer)).body.data.orderId,
};

test.each(cashCalls.flatMap(([path, order]) => Object.entries(begin).map(([provider, start]) => ({ path, order, provider, start }))))(
  "API-24 CHK-10 $path uses the pieces reserved for the shopper's own $provider payment, and replaces it",
  async ({ order, start }) => {
    const rice = await addProduct(shop, { stock: 3, price: 4 });
    const [ana, ben] = [await newPayer(shop), await newPayer(shop)];
    const orderId = await start(ana, rice, 3);
    expect(await order(ben, rice, 1)).toMatchObject({ status: 409 });
    expect(await order(ana, rice, 3)).toMatchObject({ status: 200 });
    expect(await piecesOf(shop, rice)).toEqual({ stock: 0, sold: 3, reserved: 0 });
    expect((await call(contract.openPayment, {}, ana)).body.data).toBeNull();
    expect(await call(contract.cancelPayment, { orderId }, ana)).toMatchObject({ status: 200 });
  },
);

test("a refused cash order leaves the open payment untouched", async () => {
  const rice = await addProduct(shop, { stock: 3, price: 4 });
  const ana = await newPayer(shop);
  const orderId = await begin.paypal(ana, rice, 2);
  expect(await ana.orderInCash({ [rice]: 4 })).toMatchObject({ status: 409, body: { data: { products: [{ stock: 3 }] } } });
  expect(await piecesOf(shop, rice)).toEqual({ stock: 1, sold: 0, reserved: 2 });
  await sandbox.payer(orderId, "approve");
  expect((await ana.confirm(orderId)).status).toBe(200);
});

test("a payment replaced by a cash order is no longer charged", async () => {
  const rice = await addProduct(shop, { stock: 3, price: 4 });
  const ana = await newPayer(shop);
  const orderId = await ana.approve({ [rice]: 1 });
  await ana.orderInCash({ [rice]: 1 });
  expect(await ana.confirm(orderId)).toMatchObject({ status: 409, body: { message: expect.stringContaining("Nothing was charged") } });
  expect((await call(listOrders, {}, ana)).body.data).toHaveLength(1);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 2, sold: 1, reserved: 0 });
});

test("a product that was hidden meanwhile is not sold, not even what the replaced payment holds of it", async () => {
  const rice = await addProduct(shop, { stock: 3, price: 4 });
  const ana = await newPayer(shop);
  await begin.paypal(ana, rice, 2);
  await shop.shop.database.db.execute(sql`update product set hidden = true where id = ${rice}`);
  expect(await ana.orderInCash({ [rice]: 1 })).toMatchObject({
    status: 409,
    body: { data: { reason: "stock", products: [{ stock: 0 }] } },
  });
  expect(await piecesOf(shop, rice)).toEqual({ stock: 1, sold: 0, reserved: 2 });
});

test("repeating a cash order does not affect a payment started since", async () => {
  const rice = await addProduct(shop, { stock: 3, price: 4 });
  const ana = await newPayer(shop);
  const repeat = () => call(cashOnDelivery, asked(ana, rice, 1), { ...ana, headers: { "idempotency-key": "once" } });
  const first = await repeat();
  await begin.paypal(ana, rice, 2);
  expect((await repeat()).body).toEqual(first.body);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 0, sold: 1, reserved: 2 });
});

test("no cash order is placed while a payment is being captured, since that may become an order", async () => {
  const rice = await addProduct(shop, { stock: 3, price: 4 });
  const ana = await newPayer(shop);
  const orderId = await ana.approve({ [rice]: 2 });
  await sandbox.fault("paypal", { operation: "capture", effect: "slow", ms: 500 });
  const confirmed = ana.confirm(orderId);
  await expect.poll(async () => (await call(contract.openPayment, {}, ana)).body.data?.status).toBe("CAPTURING");
  expect(await ana.orderInCash({ [rice]: 1 })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("being processed") },
  });
  expect((await confirmed).status).toBe(200);
  expect((await call(listOrders, {}, ana)).body.data).toHaveLength(1);
});
