import { expect } from "vitest";
import { addToCart, deleteCartLine, getCart, updateQuantity } from "#features/cart/contract.ts";
import { updateProduct } from "#features/catalogue/admin/contract.ts";
import { productDetails } from "#features/catalogue/contract.ts";
import { listCustomers } from "#features/customers/contract.ts";
import { bestSellers, lowStock, sales } from "#features/dashboard/contract.ts";
import { listAllOrders, markPaid, updateOrderStatus } from "#features/orders/admin/contract.ts";
import { getOrder } from "#features/orders/contract.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { callOver } from "./live-shop.ts";
import { untilTrue } from "./shop-process.ts";
import type { TestAnswer } from "./test-shop.ts";

/** Two versions of the shop: what is done at one is looked at in the other. */
export type Versions = readonly [here: string, there: string];

/** A call that must succeed. */
async function done<E extends Endpoint>(url: string, endpoint: E, input: InputOf<E>, token: string): Promise<TestAnswer["body"]> {
  const { status, body } = await callOver(url, endpoint, input, { token });
  expect([endpoint.path, status, body.message]).toEqual([endpoint.path, 200, expect.any(String)]);
  return body;
}

/** Puts a product into an empty cart, changes its quantity and takes it out, each at another version than the step before. */
export async function fillCart([here, there]: Versions, productId: string, token: string): Promise<void> {
  const quantities = async (url: string) =>
    (await done(url, getCart, undefined, token)).data.map(({ quantity }: { quantity: number }) => quantity);
  const { _id } = (await done(here, addToCart, { productId }, token)).data;
  expect(await quantities(there)).toEqual([1]);
  await done(there, updateQuantity, { _id, qty: 3 }, token);
  expect(await quantities(here)).toEqual([3]);
  await done(here, deleteCartLine, { _id }, token);
  expect(await quantities(there)).toEqual([]);
}

/** Changes the price of a product on a shelf, and manages an order. @param number of a cash order */
export async function runBackOffice([here, there]: Versions, productId: string, number: string, admin: string): Promise<void> {
  const productAt = async (url: string) => (await callOver(url, productDetails, { productId })).body.data;
  const product = await productAt(here);
  const price = product.price + 1;
  await done(here, updateProduct, { ...product, price, stockWas: product.stock }, admin);
  await untilTrue(async () => (await productAt(there)).price === price);

  const found = async (url: string) => (await done(url, listAllOrders, { orderId: number, limit: 1 }, admin)).data[0];
  expect(await found(there)).toMatchObject({ orderId: number, status: "PENDING" });
  await done(there, updateOrderStatus, { orderId: number, status: "PENDING", note: "Ring twice" }, admin);
  await done(here, markPaid, { orderIds: [number] }, admin);
  for (const url of [here, there]) {
    expect(await found(url)).toMatchObject({ orderId: number, payment_status: "PAID" });
    expect((await done(url, getOrder, { orderId: number }, admin)).data).toMatchObject({ orderId: number, payment_status: "PAID" });
    for (const report of [bestSellers, lowStock]) await done(url, report, undefined, admin);
    await done(url, listCustomers, { search: "", sort: "newest" }, admin);
  }
}

/** How many orders were placed today, as the dashboard counts them. */
export const soldToday = async (url: string, admin: string) => (await done(url, sales, undefined, admin)).data.today.orders;
