import { expect, test } from "vitest";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { deleteOrder, getAdminOrder, updateOrderStatus } from "./contract.ts";

const shop = await openPayingShop();
const { call } = shop;
const { token } = await makeAdmin(shop);

/** An order of two pieces that was sent after an admin saw it PENDING. */
async function sentMeanwhile() {
  const figs = await addProduct(shop, { stock: 5 });
  const { orderId } = (await (await newPayer(shop)).orderInCash({ [figs]: 2 })).body.data;
  await call(updateOrderStatus, { orderId, status: "SHIPPED" }, { token });
  const read = async () => (await call(getAdminOrder, undefined, { token, params: { orderId } })).body.data;
  return { figs, orderId, read };
}

const isOutdated = { status: 409, body: { data: { status: "SHIPPED" } } };

test.each([
  ["note", { note: "Leave at the door" }],
  ["address", { delivery_address: { city: "Callao" } }],
  ["total", { totalAmt: 1 }],
  ["payment", { payment_status: "PAID" as const }],
])("a change of the %s alone is refused if the order is no longer what the admin saw", async (_what, change) => {
  const { orderId, read } = await sentMeanwhile();
  const before = await read();
  expect(await call(updateOrderStatus, { orderId, statusWas: "PENDING", ...change }, { token })).toMatchObject(isOutdated);
  expect(await read()).toEqual(before);
  expect((await call(updateOrderStatus, { orderId, statusWas: "SHIPPED", ...change }, { token })).status).toBe(200);
});

test("so is deleting it, which then cancels and returns nothing", async () => {
  const { figs, orderId, read } = await sentMeanwhile();
  expect(await call(deleteOrder, { orderId, statusWas: "PENDING" }, { token })).toMatchObject(isOutdated);
  expect(await read()).toMatchObject({ status: "SHIPPED" });
  expect(await piecesOf(shop, figs)).toMatchObject({ stock: 3, sold: 2 });
});

test.each([
  ["return to stock if they come back", true, 5],
  ["don't return to stock if they don't", false, 3],
])("the goods of a sent order that is deleted %s", async (_what, goodsBack, stock) => {
  const { figs, orderId } = await sentMeanwhile();
  expect((await call(deleteOrder, { orderId, statusWas: "SHIPPED", goodsBack }, { token })).status).toBe(200);
  expect(await piecesOf(shop, figs)).toMatchObject({ stock });
});
