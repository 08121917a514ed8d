import * as http from "node:http";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { doDueJobs } from "#server/jobs/jobs.ts";
import { SecretBox } from "#server/secret-box.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { openPushService } from "../../../tests/support/push-service.ts";
import { makeAdmin, signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { logout } from "../account/contract.ts";
import { updateOrderStatus } from "../orders/admin/contract.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { markPicked, pickList } from "../pick/contract.ts";
import * as contract from "./contract.ts";
import { pushTasks } from "./notify.ts";
import { PushSender } from "./push-sender.ts";

const shop = await openTestShop({ PUSH: "on" });
const { call } = shop;
const { db, pool } = shop.shop.database;
const service = await openPushService();
const ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc";
const admin = await makeAdmin(shop);

const local = new PushSender({ isAllowed: () => true, isService: () => true, request: http.request });
const deliver = () => doDueJobs(shop.shop, pool, pushTasks(shop.shop, local));

/** A shopper whose browser is subscribed at the local push service. */
async function subscribed(): Promise<SignedUp> {
  const shopper = await signUp(shop);
  const started = await call(contract.startPush, { endpoint: ENDPOINT, keys: service.keys }, { token: shopper.token });
  expect(started.status).toBe(200);
  await db.execute(sql`update push_subscription set endpoint = ${`${service.url}/abc`} where endpoint = ${ENDPOINT}`);
  return shopper;
}

async function ordered({ token, user }: SignedUp): Promise<string> {
  const list_items = [{ productId: await addProduct(shop), quantity: 1 }];
  return (await call(cashOnDelivery, { list_items, addressId: await addAddress(shop, user._id) }, { token })).body.data.orderId;
}

const move = (orderId: string, status: "SHIPPED" | "DELIVERED") => call(updateOrderStatus, { orderId, status }, { token: admin.token });
const stateOf = async ({ token }: SignedUp) => (await call(contract.pushKey, undefined, { token })).body.data;

test("a subscribed browser is told that an order was sent and delivered, encrypted and signed with the shop's key", async () => {
  const shopper = await subscribed();
  const number = await ordered(shopper);
  await move(number, "SHIPPED");
  await deliver();
  await move(number, "DELIVERED");
  await deliver();
  const path = `/dashboard/myorders/${number}`;
  expect(service.received.splice(0).map(({ message }) => message)).toMatchObject([
    { title: "Your order is on its way", body: `We sent order ${number}.`, path, tag: number },
    { title: "Your order has arrived", body: `Order ${number} was delivered.`, path, tag: number },
  ]);
  const { key, on } = await stateOf(shopper);
  expect(on).toBe(true);
  await move(await ordered(shopper), "SHIPPED");
  await deliver();
  expect(service.received.splice(0)).toMatchObject([
    {
      path: "/abc",
      sender: key,
      claims: { aud: service.url, sub: expect.stringMatching(/^mailto:.+@/) },
      headers: { "content-encoding": "aes128gcm" },
    },
  ]);
});

test("a shopper who wants to be asked about something missing is told to choose", async () => {
  const shopper = await subscribed();
  const productId = await addProduct(shop);
  const given = {
    list_items: [{ productId, quantity: 1 }],
    addressId: await addAddress(shop, shopper.user._id),
    ifMissing: { choice: "ask" as const },
  };
  const placed = await call(cashOnDelivery, given, { token: shopper.token, spoken: "es" });
  const number = placed.body.data.orderId;
  const [line] = (await call(pickList, { orderIds: number }, { token: admin.token })).body.data.lines;
  const mark = { found: 0, noneLeft: false };
  await call(markPicked, { lines: [{ orderId: line._id, position: 0, productId, mark }] }, { token: admin.token });
  await deliver();
  expect(service.received.splice(0).map(({ message }) => message)).toMatchObject([
    { title: "Falta algo", path: `/es/dashboard/myorders/${number}`, tag: number },
  ]);
});

test("the private key is stored encrypted", async () => {
  await stateOf(admin);
  const { rows } = await db.execute<{ private_key: string }>(sql`select * from push_key`);
  expect(rows).toHaveLength(1);
  const opened = new SecretBox(shop.shop.config.settingsKey, "push keys").open(rows[0]!.private_key);
  expect(opened).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rows)).not.toContain(opened);
});

test("nothing is sent after a logout, after switching off, or to a browser that has unsubscribed", async () => {
  const [left, ended, gone] = [await subscribed(), await subscribed(), await subscribed()];
  const orders = [await ordered(left), await ordered(ended), await ordered(gone)];
  await call(logout, undefined, { token: left.token });
  await call(contract.endPush, undefined, { token: ended.token });
  expect(await stateOf(ended)).toMatchObject({ on: false });
  service.answers.push(410);
  for (const number of orders) await move(number, "SHIPPED");
  await deliver();
  expect(service.received.splice(0).map(({ message }) => (message as { tag: string }).tag)).toEqual([orders[2]]);
  expect(await stateOf(gone)).toMatchObject({ on: false });
});

test("a busy push service is asked again, until the notification is out of date", async () => {
  const shopper = await subscribed();
  const number = await ordered(shopper);
  service.answers.push(503, 429);
  await move(number, "SHIPPED");
  const again = () => db.execute(sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`);
  for (let tries = 0; tries < 3; tries++) {
    await deliver();
    await again();
  }
  await deliver();
  expect(service.received.splice(0)).toHaveLength(3);
  service.answers.push(503);
  await move(number, "DELIVERED");
  await deliver();
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now(), payload = jsonb_set(payload::jsonb, '{data,until}', '"2020-01-01T00:00:00.000Z"')::json
    where attempts > 0`);
  await deliver();
  expect(service.received.splice(0)).toHaveLength(1);
  const { rows } = await db.execute(sql`select 1 from graphile_worker._private_jobs where attempts > 0`);
  expect(rows).toEqual([]);
});

test("redirects are not followed, and machines that are not on the internet are not asked", async () => {
  const target = { sessionId: "", endpoint: `${service.url}/abc`, ...service.keys };
  const keys = await import("web-push").then(({ default: webPush }) => webPush.generateVAPIDKeys());
  const message = { payload: JSON.stringify({}), topic: "T", seconds: 60 };
  const send = (sender: PushSender, endpoint = target.endpoint) =>
    sender.send({ ...target, endpoint }, message, keys, "mailto:a@shop.example");
  service.answers.push(307);
  expect(await send(local)).toBe("refused");
  expect(service.received.splice(0)).toHaveLength(1);
  const strict = new PushSender({ isService: () => true, request: http.request });
  for (const host of ["127.0.0.1", "localhost"]) expect(await send(strict, service.url.replace("127.0.0.1", host))).toBe("later");
  expect(await send(new PushSender())).toBe("refused");
  expect(service.received).toEqual([]);
});

test("invalid subscriptions are refused, and all of them while notifications are off", async () => {
  const shopper = await signUp(shop);
  const start = (input: object) => call(contract.startPush, input as never, { token: shopper.token });
  for (const input of [
    { endpoint: "https://shop.example/abc", keys: service.keys },
    { endpoint: ENDPOINT, keys: { ...service.keys, p256dh: "B" } },
    // Not a point of the curve.
    { endpoint: ENDPOINT, keys: { ...service.keys, p256dh: `B${"A".repeat(86)}` } },
    { endpoint: ENDPOINT, keys: { ...service.keys, auth: "" } },
  ])
    expect((await start(input)).status).toBe(400);
  const spanish = { token: shopper.token, spoken: "es" } as const;
  const { body } = await call(contract.startPush, { endpoint: "https://shop.example/abc", keys: service.keys }, spanish);
  expect(body).toMatchObject({ field: "endpoint", message: "Tu navegador no permite notificaciones de esta tienda" });
  const off = await openTestShop();
  const { token } = await signUp(off);
  expect((await off.call(contract.pushKey, undefined, { token })).body.data).toEqual({ key: null, on: false });
  expect((await off.call(contract.startPush, { endpoint: ENDPOINT, keys: service.keys }, { token })).status).toBe(404);
});
