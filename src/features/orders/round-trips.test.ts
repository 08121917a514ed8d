import { beforeAll, expect, test } from "vitest";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { openCountedShop } from "../../../tests/support/counted-shop.ts";
import { addAddress, addProduct, addShelf } from "../../../tests/support/goods.ts";
import { watchLateness } from "../../../tests/support/lateness.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { createCulqiOrder, openPayment } from "../payments/contract.ts";
import * as orders from "./contract.ts";

const { near, proxy, database, call: ask, tripsOf: trips } = await openCountedShop();
const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string) => ask(endpoint, input, { token });
const tripsOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string) => trips(endpoint, input, { token });

async function shopper() {
  const { user, token } = await signUp(near);
  return { userId: user._id, token, addressId: await addAddress(near, user._id) };
}

beforeAll(async () => {
  const { token, addressId } = await shopper();
  const productId = await addProduct(near, { stock: 10, price: 5 });
  for (const endpoint of [orders.cashOnDelivery, createCulqiOrder]) await call(endpoint, order(productId, addressId), token);
});

const order = (productId: string, addressId: string) => ({ list_items: [{ productId, quantity: 1 }], addressId });

test("an order takes at most 5 round trips to the database, limits and login included", async () => {
  const [rice, last] = [await addProduct(near, { stock: 10, price: 5 }), await addProduct(near, { stock: 1 })];
  await addShelf(near, [rice, last]);
  const { token, addressId } = await shopper();
  expect(await tripsOf(orders.cashOnDelivery, order(rice, addressId), token)).toBeLessThanOrEqual(5);
  // The last piece invalidates more.
  expect(await tripsOf(orders.cashOnDelivery, order(last, addressId), token)).toBeLessThanOrEqual(5);
});

test("so does one that replaces an open payment", async () => {
  const [rice, figs] = [await addProduct(near, { stock: 10, price: 5 }), await addProduct(near, { stock: 10, price: 5 })];
  const { token, addressId } = await shopper();
  await near.call(createCulqiOrder, order(figs, addressId), { token });
  expect((await near.call(openPayment, {}, { token })).body.data).not.toBeNull();
  expect(await tripsOf(orders.cashOnDelivery, order(rice, addressId), token)).toBeLessThanOrEqual(5);
  const { rows } = await database.pool.query("select stock from product where id = $1", [figs]);
  expect(rows).toEqual([{ stock: 10 }]);
});

test("so does starting a payment by card", async () => {
  const figs = await addProduct(near, { stock: 10, price: 5 });
  const { token, addressId } = await shopper();
  expect(await tripsOf(createCulqiOrder, order(figs, addressId), token)).toBeLessThanOrEqual(5);
});

test("with 50 ms to the database half of the orders take less than 500 ms, and with 200 ms they still come through", async () => {
  const rice = await addProduct(near, { stock: 100 });
  const { token, addressId } = await shopper();
  const time = async () => {
    const begun = performance.now();
    expect((await call(orders.cashOnDelivery, order(rice, addressId), token)).status).toBe(200);
    return performance.now() - begun;
  };
  const lateness = watchLateness(() => near.shop.database.pool.query("select 1"));
  proxy.delayMs = 50;
  const times = [];
  for (let n = 0; n < 3; n++) times.push(await time());
  proxy.delayMs = 200;
  const far = await time();
  proxy.delayMs = 0;
  const late = await lateness.end();
  expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(500 + 3 * late);
  expect(far).toBeLessThan(3000 + 3 * late);
});
