import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { listenTo, type Listened } from "../../../../tests/support/event-stream.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { cancelOrder, cashOnDelivery } from "../contract.ts";
import { deleteOrder, listenToOrders, updateOrderStatus } from "./contract.ts";

const shop = await openTestShop();
const { call, app } = shop;
const url = await app.listen({ port: 0, host: "127.0.0.1" });
const admin = await makeAdmin(shop);
const figs = await addProduct(shop);
const shopper = await signUp(shop);
const addressId = await addAddress(shop, shopper.user._id);
const open: Listened[] = [];
afterAll(() => open.forEach(({ leave }) => leave()));

async function order(): Promise<string> {
  const { body } = await call(cashOnDelivery, { list_items: [{ productId: figs, quantity: 1 }], addressId }, { token: shopper.token });
  return body.data._id;
}

const listen = async (query = "", { token } = admin) => {
  const listened = await listenTo(`${url}${listenToOrders.path}${query}`, { token });
  open.push(listened);
  return listened;
};

test("admins are told of every new order and every change, whoever made it", async () => {
  const before = await order();
  const { response, next } = await listen();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await next()).toEqual({ event: "ready", data: { newest: before } });
  const placed = await order();
  expect(await next()).toEqual({ event: "placed", data: { _id: placed } });
  await call(updateOrderStatus, { orderId: before, payment_status: "PAID" }, { token: admin.token });
  expect(await next()).toEqual({ event: "changed", data: { _id: before } });
  await call(cancelOrder, { orderId: placed }, { token: shopper.token });
  expect(await next()).toEqual({ event: "changed", data: { _id: placed } });
  // The list drops the order, so there is no event for its cancellation before that.
  await call(deleteOrder, { orderId: before }, { token: admin.token });
  expect(await next()).toEqual({ event: "deleted", data: { _id: before } });
});

test("changes made in another process are included", async () => {
  const { next } = await listen();
  await next();
  shop.shop.invalidations.publish(["product:1", "order-placed:abc"]);
  expect(await next()).toEqual({ event: "placed", data: { _id: "abc" } });
});

test("on reconnecting, the orders placed since are sent, oldest first", async () => {
  const known = await order();
  const missed = [await order(), await order()];
  const { next } = await listen(`?since=${known}`);
  expect(await next()).toEqual({ event: "ready", data: { newest: missed[1] } });
  expect([await next(), await next()]).toEqual(missed.map((_id) => ({ event: "placed", data: { _id } })));
  const unknown = await listen(`?since=${newId()}`);
  await unknown.next();
  const placed = await order();
  expect(await unknown.next()).toEqual({ event: "placed", data: { _id: placed } });
});

const ask = async (token: string, query: string) =>
  (await fetch(`${url}${listenToOrders.path}${query}`, { headers: { authorization: `Bearer ${token}` } })).status;

test("API-32 only admins can listen, which is checked for each message", async () => {
  expect(await ask("nonsense", "?since=x")).toBe(401);
  expect(await ask(shopper.token, "?since=x")).toBe(403);
  expect(await ask(admin.token, "?since=x")).toBe(400);
});

test("all streams end when the server stops", async () => {
  const other = await makeAdmin(shop, { name: "Olga" });
  const { next } = await listen("", other);
  await next();
  await shop.shop.database.db.execute(sql`select 1`);
  const started = Date.now();
  await app.close();
  expect(await next()).toBe("end");
  expect(Date.now() - started).toBeLessThan(10_000);
});
