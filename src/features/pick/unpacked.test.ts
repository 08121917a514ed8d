import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { moveOrders, updateOrderStatus } from "../orders/admin/contract.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { markPicked, packOrder, type PickMark } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { token } = await makeAdmin(shop);

/** An order of two pieces, or 200 g, marked as given. */
async function marked(mark: PickMark, product: Parameters<typeof addProduct>[1] = {}): Promise<{ _id: string; orderId: string }> {
  const shopper = await signUp(shop);
  const addressId = await addAddress(shop, shopper.user._id);
  const productId = await addProduct(shop, product);
  const { body } = await call(cashOnDelivery, { list_items: [{ productId, quantity: 2 }], addressId }, { token: shopper.token });
  const { _id, orderId } = body.data;
  expect((await call(markPicked, { lines: [{ orderId: _id, position: 0, productId, mark }] }, { token })).status).toBe(200);
  return { _id, orderId };
}

const byWeight = { weighedBy: "weight", weighedGrams: 100 } as const;
const move = async (orderId: string, status: "SHIPPED" | "DELIVERED" = "SHIPPED") =>
  (await call(moveOrders, { orderIds: [orderId], status }, { token })).body.data;
const update = (orderId: string, change: object) => call(updateOrderStatus, { orderId, ...change }, { token });

test.each([
  ["something is missing", () => marked({ found: 1, noneLeft: false })],
  [
    "something is replaced",
    async () => marked({ found: 1, noneLeft: false, replacement: { productId: await addProduct(shop), quantity: 1 } }),
  ],
  ["something weighs less", () => marked({ found: 2, grams: 150, noneLeft: false }, byWeight)],
])("an order of which %s is not sent in bulk until it is packed", async (_, place) => {
  const { orderId } = await place();
  for (const status of ["SHIPPED", "DELIVERED"] as const)
    expect(await move(orderId, status)).toEqual({ moved: 0, left: [{ orderId, status: "PENDING", way: "delivery" }] });
  expect((await call(packOrder, { orderId }, { token })).status).toBe(200);
  expect(await move(orderId)).toEqual({ moved: 1, left: [] });
});

test("one that was found as ordered, or whose marks no longer count, is sent", async () => {
  const { orderId } = await marked({ found: 2, noneLeft: false });
  const weighed = await marked({ found: 2, grams: 200, noneLeft: false }, byWeight);
  const reopened = await marked({ found: 1, noneLeft: false });
  for (const status of ["CANCELLED", "PENDING"]) await update(reopened.orderId, { status });
  for (const order of [orderId, weighed.orderId, reopened.orderId]) expect(await move(order)).toEqual({ moved: 1, left: [] });
});

test("the order's page is told how many lines are short, and can send it all the same, as the API may", async () => {
  const { orderId } = await marked({ found: 0, noneLeft: true });
  const refused = await update(orderId, { status: "SHIPPED", statusWas: "PENDING", packFirst: true });
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "1 item is marked missing, replaced or lighter. Pack the order first.", data: { unpacked: 1 } },
  });
  expect((await update(orderId, { status: "CANCELLED", packFirst: true })).status).toBe(200);
  await update(orderId, { status: "PENDING" });
  const other = await marked({ found: 1, noneLeft: false });
  expect((await update(other.orderId, { status: "SHIPPED" })).body.data).toMatchObject({ status: "SHIPPED", totalAmt: 5 });
});
