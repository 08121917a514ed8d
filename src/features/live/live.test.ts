import fastify from "fastify";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { EventStream } from "#server/live/event-streams.ts";
import { newId } from "#server/new-id.ts";
import { addAddress, addProduct, addShelf } from "../../../tests/support/goods.ts";
import { listenTo, type Listened } from "../../../tests/support/event-stream.ts";
import { watchLateness } from "../../../tests/support/lateness.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { logout } from "../account/contract.ts";
import { updateProduct } from "../catalogue/admin/contract.ts";
import { productDetails } from "../catalogue/contract.ts";
import { products } from "../catalogue/tables.ts";
import { updateOrderStatus } from "../orders/admin/contract.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { liveUpdates, MOST_PRODUCTS } from "./contract.ts";
import { liveRoutes } from "./routes.ts";
import { WatchedProducts } from "./watched-products.ts";

const shop = await openTestShop();
const { call, app } = shop;
const { db } = shop.shop.database;
const url = await app.listen({ port: 0, host: "127.0.0.1" });
const open: Listened[] = [];
afterAll(() => open.forEach(({ leave }) => leave()));

async function listen(body: object, token?: string, at = url): Promise<Listened> {
  const listened = await listenTo(at + liveUpdates.path, { body, ...(token && { token }) });
  open.push(listened);
  return listened;
}

async function order(shopper: { token: string; user: { _id: string } }, productId: string, quantity = 1): Promise<string> {
  const addressId = await addAddress(shop, shopper.user._id);
  const { body } = await call(cashOnDelivery, { list_items: [{ productId, quantity }], addressId }, { token: shopper.token });
  return body.data.orderId;
}

/** The live updates alone, with other limits. */
async function openAlone(options: Parameters<typeof liveRoutes>[2], rateLimit = true): Promise<string> {
  const alone = fastify({ forceCloseConnections: true });
  alone.decorateRequest("visitor", null);
  alone.setErrorHandler((error, _request, reply) => reply.code((error as { status?: number }).status ?? 500).send({}));
  liveRoutes(alone, { ...shop.shop, config: { ...shop.shop.config, rateLimit } }, options);
  afterAll(() => alone.close());
  return alone.listen({ port: 0, host: "127.0.0.1" });
}

test("what a product costs and how many there are is sent at once, and with every change", async () => {
  const shopper = await signUp(shop);
  const admin = await makeAdmin(shop);
  const [figs, dates] = [await addProduct(shop, { stock: 8, price: 4, unit: "500 g", description: "Dried" }), await addProduct(shop)];
  const { response, next } = await listen({ products: [figs] });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  const first = { _id: figs, stock: 8, price: 4, discount: 0, unit_price: { price: 8, per: "kg" } };
  expect(await next()).toEqual({ event: "product", data: first });
  await order(shopper, dates);
  await order(shopper, figs, 3);
  expect(await next()).toEqual({ event: "product", data: { ...first, stock: 5 } });
  await addShelf(shop, [figs]);
  const { body } = await call(productDetails, { productId: figs });
  expect((await call(updateProduct, { ...body.data, discount: 25 }, { token: admin.token })).status).toBe(200);
  const reduced = { ...first, stock: 5, discount: 25, unit_price: { price: 6, per: "kg" } };
  expect(await next()).toEqual({ event: "product", data: reduced });
  // Known already, so it is not read again for the next stream.
  const second = await listen({ products: [figs] });
  expect(await second.next()).toEqual({ event: "product", data: reduced });
});

test("a change in another process is sent, and a product that is gone is sold out", async () => {
  const id = await addProduct(shop, { stock: 7 });
  const { next } = await listen({ products: [id, newId()] });
  const stocks = [await next(), await next()].map((event) => (event as { data: { stock: number } }).data.stock);
  expect(stocks.toSorted((a, b) => a - b)).toEqual([0, 7]);
  await db.update(products).set({ stock: 6 }).where(eq(products.id, id));
  shop.shop.invalidations.publish([`stock:${id}`]);
  expect(await next()).toMatchObject({ event: "product", data: { _id: id, stock: 6 } });
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id));
  // After an outage, everything may have changed.
  shop.shop.invalidations.publish(["*"]);
  expect(await next()).toEqual({ event: "product", data: { _id: id, stock: 0 } });
});

test("shoppers follow their own orders, nobody else's, and not after they have logged out", async () => {
  const [ana, eva] = [await signUp(shop), await signUp(shop)];
  const admin = await makeAdmin(shop);
  const figs = await addProduct(shop);
  const number = await order(ana, figs);
  const sent = (status: "SHIPPED" | "DELIVERED") => call(updateOrderStatus, { orderId: number, status }, { token: admin.token });
  const [own, other, nobodys] = [
    await listen({ orders: [number] }, ana.token),
    await listen({ orders: [number], products: [figs] }, eva.token),
    await listen({ orders: [number], products: [figs] }),
  ];
  expect(await own.next()).toEqual({ event: "watching", data: { orders: [number] } });
  expect(await other.next()).toMatchObject({ event: "watching", data: { orders: [] } });
  expect((await sent("SHIPPED")).status).toBe(200);
  expect(await own.next()).toEqual({ event: "order", data: { orderId: number } });
  await call(logout, undefined, { token: ana.token });
  expect((await sent("DELIVERED")).status).toBe(200);
  expect(await own.next()).toBe("end");
  // Until now the others have only heard of the product.
  expect([await other.next(), await nobodys.next()]).toMatchObject([{ data: { _id: figs } }, { data: { _id: figs } }]);
  shop.shop.invalidations.publish(["*"]);
  await db.update(products).set({ stock: 3 }).where(eq(products.id, figs));
  expect([await other.next(), await nobodys.next()]).toMatchObject([{ data: { stock: 3 } }, { data: { stock: 3 } }]);
});

test("a stream ends with its session, even if nothing happens", async () => {
  const shopper = await signUp(shop);
  const at = await openAlone({ sessionsEveryMs: 20 });
  const { next } = await listen({}, shopper.token, at);
  await call(logout, undefined, { token: shopper.token });
  expect(await next()).toBe("end");
  expect((await listen({}, shopper.token, at)).response.status).toBe(401);
});

test("someone who watches many products that don't exist holds up nobody else", async () => {
  const figs = await addProduct(shop, { stock: 4 });
  const many = () => listen({ products: Array.from({ length: MOST_PRODUCTS }, newId) });
  await Promise.all(Array.from({ length: 100 }, many));
  const lateness = watchLateness(() => shop.shop.database.pool.query("select 1"));
  const begun = performance.now();
  expect(await (await listen({ products: [figs] })).next()).toMatchObject({ data: { stock: 4 } });
  const ms = performance.now() - begun;
  // If they were read at the pace of changes, this many would take at least 4 s.
  expect(ms).toBeLessThan(3000 + (await lateness.end()));
});

test("products that never existed are not remembered, hidden and deleted ones are", async () => {
  const watched = new WatchedProducts(shop.shop);
  const told: string[] = [];
  const stream = { write: (text: string) => told.push(text), onEnd: () => {} } as unknown as EventStream;
  const [figs, gone, hidden] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, gone));
  await db.update(products).set({ hidden: true }).where(eq(products.id, hidden));
  watched.watch(stream, [figs, gone, hidden, newId(), newId()]);
  expect(watched.size).toBe(5);
  await expect.poll(() => watched.size).toBe(3);
  expect(told.join("").match(/"stock":0/g)).toHaveLength(4);
  await db.update(products).set({ hidden: false, stock: 3 }).where(eq(products.id, hidden));
  watched.changed([`product:${hidden}`]);
  await expect.poll(() => told.at(-1)).toContain(`"_id":"${hidden}","stock":3`);
});

test("streams are limited per network and per process", async () => {
  const at = await openAlone({ limits: { most: 3, mostOfOne: 2, lookEveryMs: 10, pingMs: 20 } });
  const [first, second, third] = [await listen({}, undefined, at), await listen({}, undefined, at), await listen({}, undefined, at)];
  expect([first, second, third].map(({ response }) => response.status)).toEqual([200, 200, 503]);
  first.leave();
  await expect.poll(async () => (await listen({}, undefined, at)).response.status).toBe(200);
});

test("a stream is kept alive, ends after a while, and says when to come back", async () => {
  const at = await openAlone({ limits: { lastsMs: 400, lookEveryMs: 10, pingMs: 20 } });
  const response = await fetch(at + liveUpdates.path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect(await response.text()).toMatch(/^(:\n\n){2,}retry: \d{4}\n\n$/);
});

test("malformed requests are refused", async () => {
  for (const body of [{ products: ["x"] }, { products: Array(MOST_PRODUCTS + 1).fill(newId()) }, { orders: [1] }])
    expect((await call(liveUpdates, body as never)).status).toBe(400);
});

test("all streams end when the server stops, and clients know when to come back", async () => {
  const response = await fetch(url + liveUpdates.path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  const [text] = await Promise.all([response.text(), app.close()]);
  expect(text).toMatch(/^retry: \d{4}\n\n$/);
});
