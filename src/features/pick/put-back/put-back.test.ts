import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Items } from "../../../../tests/support/changing-shop.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { openPayingShop } from "../../../../tests/support/paying-shop.ts";
import { pickingShop, replacement } from "../../../../tests/support/picking-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { updateOrderStatus } from "../../orders/admin/contract.ts";
import { deleteOldSurplus } from "../../orders/picked/store.ts";
import type { PickLine } from "../contract.ts";
import { takenWords } from "../pages/groups.ts";
import { listPutBack, putBack, type PutBackLine } from "./contract.ts";

const shop = await openPayingShop();
const { call } = shop;
const { db } = shop.shop.database;
const { token, cashOrder } = await pickingShop(shop);
const admin = await makeAdmin(shop);

test("what was picked or packed of a canceled order is to be put back until a picker has", async () => {
  const [figs, plums, rice] = [
    await addProduct(shop, { name: "Figs", price: 4 }),
    await addProduct(shop, { name: "Plums", price: 4 }),
    await addProduct(shop, { name: "Rice", price: 4 }),
  ];
  const kept = async ({ _id }: { _id: string }) => {
    const { orders, lines } = (await call(listPutBack, {}, { token })).body.data;
    if (!orders.some((order: { _id: string }) => order._id === _id)) return null;
    return lines.filter((line: PickLine) => line._id === _id).map(takenWords);
  };
  const order = await cashOrder({ [figs]: 3, [rice]: 1 });
  await order.mark(await order.lineOf(figs), { found: 2, noneLeft: true, replacement: { productId: plums, quantity: 1 } });
  expect(await kept(order)).toBeNull();
  await order.cancel();
  expect(await kept(order)).toEqual(["2 × Figs", "1 × Plums"]);

  const packed = await cashOrder({ [figs]: 2, [rice]: 1 });
  await packed.mark(await packed.lineOf(figs), { found: 1, noneLeft: false });
  await packed.markRest();
  expect((await packed.pack()).status).toBe(200);
  await packed.cancel();
  expect((await kept(packed))?.toSorted()).toEqual(["1 × Figs", "1 × Rice"]);

  const done = async (orderId: string) => (await call(putBack, { orderId, canceled: true }, { token })).status;
  expect([await done(order.orderId), await done(order.orderId)]).toEqual([200, 200]);
  expect(await kept(order)).toBeNull();
  await call(updateOrderStatus, { orderId: packed.orderId, status: "PENDING" }, { token: admin.token });
  expect(await kept(packed)).toBeNull();
  expect(await done(packed.orderId)).toBe(409);
  // What was in its bags doesn't count as picked.
  expect((await packed.lines()).map(({ mark }) => mark)).toEqual([null, null]);
  expect((await call(listPutBack, {}, { token: order.payer.token })).status).toBe(403);
});

test("what was picked and the shopper no longer wants is to be put back; what they still want stays picked", async () => {
  const [figs, plums, kiwis, rice] = await Promise.all(["Figs", "Plums", "Kiwis", "Rice"].map((name) => addProduct(shop, { name })));
  const nuts = await addProduct(shop, { name: "Nuts", weighedBy: "weight", weighedGrams: 100 });
  const order = await cashOrder({ [figs!]: 3, [plums!]: 2, [nuts]: 5, [rice!]: 1 });
  await order.mark(await order.lineOf(plums!), replacement(kiwis!, 1));
  await order.mark(await order.lineOf(nuts), { found: 5, grams: 480, noneLeft: false });
  await order.markRest();
  const change = async (items: Items) => {
    expect((await order.change(items)).status).toBe(200);
  };
  const own = ({ _id }: { _id: string }) => _id === order._id;
  const atOf = async () => (await call(listPutBack, {}, { token })).body.data.orders.find(own)?.at;
  const back = async () => {
    const { orders, lines } = (await call(listPutBack, {}, { token })).body.data;
    return [orders.find(own)?.canceled, lines.filter(own).map(takenWords).toSorted()];
  };
  const marks = async () =>
    (await order.lines()).map(({ name, mark, inBag = 0 }) => `${name} ${mark?.found ?? `open, ${inBag}`}`).toSorted();
  await change({ [rice!]: 1, [figs!]: 1, [nuts]: 3 });
  expect(await back()).toEqual([false, ["0.2 kg of Nuts", "1 × Kiwis", "1 × Plums", "2 × Figs"]]);
  // What is lighter now has to be weighed again.
  expect(await marks()).toEqual(["Figs 1", "Nuts open, 3", "Rice 1"]);
  await change({ [rice!]: 2, [nuts]: 3 });
  expect(await back()).toEqual([false, ["0.2 kg of Nuts", "1 × Kiwis", "1 × Plums", "3 × Figs"]]);
  expect(await marks()).toEqual(["Nuts open, 3", "Rice open, 1"]);
  const seen = await atOf();
  const done = async (at: string) => (await call(putBack, { orderId: order.orderId, canceled: false, at }, { token })).status;
  await change({ [rice!]: 2, [nuts]: 3, [figs!]: 2 });
  // What is wanted again stays in the bag.
  expect(await marks()).toEqual(["Figs open, 2", "Nuts open, 3", "Rice open, 1"]);
  expect(await back()).toEqual([false, ["0.2 kg of Nuts", "1 × Figs", "1 × Kiwis", "1 × Plums"]]);
  expect(await done(seen)).toBe(409);
  const before = await atOf();
  await change({ [rice!]: 2, [nuts]: 3, [figs!]: 2, [plums!]: 1 });
  // Nor does a press on an old list confirm what is wanted again, though nothing was added to the list.
  expect(await done(before)).toBe(409);
  expect(await back()).toEqual([false, ["0.2 kg of Nuts", "1 × Figs", "1 × Kiwis"]]);
  const now = await atOf();
  // Another picker's press, or one that is repeated, changes nothing.
  expect([await done(now), await done(now)]).toEqual([200, 200]);
  expect(await back()).toEqual([undefined, []]);
  await order.mark(await order.lineOf(rice!), { found: 2, noneLeft: false });
  await change({ [rice!]: 1, [nuts]: 3, [figs!]: 2, [plums!]: 1 });
  // A picker's press on an old list doesn't take along what was added since.
  expect(await done(now)).toBe(409);
  expect(await back()).toEqual([false, ["1 × Rice"]]);
  const changed = await atOf();
  await order.mark(await order.lineOf(nuts), { found: 3, grams: 280, noneLeft: false });
  await order.cancel();
  // Nor what was picked of an order that was canceled since.
  expect(await done(changed)).toBe(409);
  // Pages of an older version don't say when.
  expect((await call(putBack, { orderId: order.orderId, canceled: false }, { token })).status).toBe(409);
  expect(await back()).toEqual([true, ["0.28 kg of Nuts", "1 × Plums", "2 × Figs", "2 × Rice"]]);
});

test("what is in the bag of a line that was raised stays known: if its mark is taken back, and after the order was canceled and reopened", async () => {
  const figs = await addProduct(shop, { name: "Figs" });
  const order = await cashOrder({ [figs]: 2 });
  const change = (quantity: number) => order.change({ [figs]: quantity });
  const line = () => order.lineOf(figs);
  const back = async () => {
    const { lines } = (await call(listPutBack, {}, { token })).body.data;
    return lines.filter(({ _id }: { _id: string }) => _id === order._id).map(takenWords);
  };
  await order.markRest();
  await order.cancel();
  await call(updateOrderStatus, { orderId: order.orderId, status: "PENDING" }, { token: admin.token });
  await order.markRest();
  await change(5);
  expect(await line()).toMatchObject({ mark: null, inBag: 2 });
  await order.mark(await line(), { found: 5, noneLeft: false });
  expect(await line()).toMatchObject({ mark: { found: 5 } });
  await order.mark(await line(), null);
  expect(await line()).toMatchObject({ mark: null, inBag: 2 });
  await change(1);
  expect(await back()).toEqual(["1 × Figs"]);
  await order.mark(await line(), null);
  expect(await line()).toMatchObject({ mark: null, inBag: 1 });
  await order.cancel();
  expect(await back()).toEqual(["2 × Figs"]);
  // Like anything else that was picked, it doesn't count once the order is reopened.
  await call(updateOrderStatus, { orderId: order.orderId, status: "PENDING" }, { token: admin.token });
  const { mark, inBag } = await line();
  expect([mark, inBag]).toEqual([null, undefined]);
});

test("a line that an older version opens again, says what is in the bag", async () => {
  const figs = await addProduct(shop, { name: "Figs" });
  const order = await cashOrder({ [figs]: 3 });
  await order.markRest();
  await order.change({ [figs]: 5 });
  await db.execute(sql`delete from pick_mark where order_id = ${order._id}`);
  await db.execute(sql`insert into pick_mark (order_id, position, found, by, at) values (${order._id}, 0, 3, 'shop', timestamptz 'epoch')`);
  expect(await order.lineOf(figs)).toMatchObject({ mark: null, inBag: 3 });
});

test("what is all wanted again can no longer be put back, which a picker is told", async () => {
  const figs = await addProduct(shop, { name: "Figs" });
  const order = await cashOrder({ [figs]: 3 });
  await order.markRest();
  const change = (quantity: number) => order.change({ [figs]: quantity });
  await change(1);
  const own = ({ orderId }: { orderId: string }) => orderId === order.orderId;
  const { at } = (await call(listPutBack, {}, { token })).body.data.orders.find(own)!;
  await change(3);
  const { orders } = (await call(listPutBack, {}, { token })).body.data;
  expect(orders.some(own)).toBe(false);
  expect((await call(putBack, { orderId: order.orderId, canceled: false, at }, { token })).status).toBe(409);
});

test("pages of an older version put back all that is listed; once the order is sent, or after a week, nothing is listed", async () => {
  const figs = await addProduct(shop, { name: "Figs" });
  const order = await cashOrder({ [figs]: 4 });
  await order.markRest();
  const change = (quantity: number) => order.change({ [figs]: quantity });
  const listed = async (): Promise<PutBackLine[]> =>
    (await call(listPutBack, {}, { token })).body.data.lines.filter(({ _id }: { _id: string }) => _id === order._id);
  await change(3);
  expect((await listed()).map(takenWords)).toEqual(["1 × Figs"]);
  expect((await call(putBack, { orderId: order.orderId }, { token })).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await order.lineOf(figs)).mark?.found).toBe(3);
  await change(1);
  expect((await listed()).map(takenWords)).toEqual(["2 × Figs"]);

  await order.pack();
  expect((await call(updateOrderStatus, { orderId: order.orderId, status: "SHIPPED" }, { token: admin.token })).status).toBe(200);
  expect(await listed()).toEqual([]);
  const kept = async () => (await db.execute(sql`select from pick_surplus where order_id = ${order._id}`)).rowCount;
  await deleteOldSurplus(db);
  expect(await kept()).toBe(1);
  await db.execute(sql`update pick_surplus set at = now() - interval '8 days' where order_id = ${order._id}`);
  await deleteOldSurplus(db);
  expect(await kept()).toBe(0);
});

test("what was to be put back over a week ago doesn't count when the order is changed again", async () => {
  const figs = await addProduct(shop, { name: "Figs" });
  const order = await cashOrder({ [figs]: 4 });
  await order.markRest();
  const change = (quantity: number) => order.change({ [figs]: quantity });
  await change(3);
  await db.execute(sql`update pick_surplus set at = now() - interval '8 days' where order_id = ${order._id}`);
  await change(2);
  const { lines } = (await call(listPutBack, {}, { token })).body.data;
  expect(lines.filter(({ _id }: { _id: string }) => _id === order._id).map(takenWords)).toEqual(["1 × Figs"]);
});
