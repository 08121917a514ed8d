import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listAdminChanges } from "#features/audit/contract.ts";
import { setDelivery, zone } from "../../../../tests/support/delivery.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { cashOnDelivery, getOrder, type Order } from "../contract.ts";
import type { OrderEvent } from "../timeline/contract.ts";
import { forgetBuyer } from "../forget-buyer.ts";
import { deleteOrder, getAdminOrder, listAllOrders, markPaid, moveOrders, orderPapers, updateOrderStatus } from "./contract.ts";

const shop = await openPayingShop();
const { call } = shop;
const { database } = shop.shop;
const admin = await makeAdmin(shop, { name: "Adela Admin" });
const { token } = admin;

async function newOrder(productId: string, quantity = 1): Promise<Order & { token: string }> {
  const shopper = await signUp(shop);
  const addressId = await addAddress(shop, shopper.user._id);
  const { body } = await call(cashOnDelivery, { list_items: [{ productId, quantity }], addressId }, { token: shopper.token });
  return { ...body.data, token: shopper.token };
}

/** An order paid with PayPal. */
async function newPaidOrder(productId: string): Promise<string> {
  const payer = await newPayer(shop);
  return (await payer.confirm(await payer.approve({ [productId]: 1 }))).body.data.orderId;
}

const update = (orderId: string, change: Record<string, unknown>) => call(updateOrderStatus, { orderId, ...change }, { token });
const remove = (orderId: string) => call(deleteOrder, { orderId }, { token });
const read = async (orderId: string) => (await call(getAdminOrder, undefined, { token, params: { orderId } })).body.data;
const trailOf = async ({ _id }: Order) => (await call(listAdminChanges, { kind: "order", id: _id }, { token })).body.data;
const kinds = (timeline: OrderEvent[]) => timeline.map(({ kind }) => kind);

describe("API-26 update-status", () => {
  test("CANCELLED returns the stock once; leaving it takes the stock again, or is a 409 if it is gone", async () => {
    const figs = await addProduct(shop, { stock: 3 });
    const { orderId } = await newOrder(figs, 2);
    expect((await update(orderId, { status: "CANCELLED" })).status).toBe(200);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 3, sold: 0, reserved: 0 });
    expect((await update(orderId, { status: "CANCELLED" })).status).toBe(200);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 3, sold: 0, reserved: 0 });
    expect((await update(orderId, { status: "PENDING" })).status).toBe(200);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 1, sold: 2, reserved: 0 });
    await update(orderId, { status: "CANCELLED" });
    await newOrder(figs, 2);
    const refused = await update(orderId, { status: "DELIVERED", totalAmt: 1 });
    expect(refused).toMatchObject({ status: 409, body: { success: false, error: true, message: expect.stringContaining("Only 1 of") } });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 1, sold: 2, reserved: 0 });
    // All or nothing.
    expect(await read(orderId)).toMatchObject({ status: "CANCELLED", totalAmt: 5 });
  });

  test("an address in another delivery zone is a 409, and one in the same zone is not", async () => {
    await setDelivery(shop, { zones: [zone(), zone({ name: "Callao", areas: ["070*"], fee: 3 })] });
    const { orderId } = await newOrder(await addProduct(shop));
    const refused = await update(orderId, { delivery_address: { pincode: "07001" } });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("agreed for Centro") } });
    const address = { pincode: "15034", address_line: "2 Quay Street" };
    expect(await update(orderId, { delivery_address: address })).toMatchObject({
      status: 200,
      body: { data: { delivery_address: address } },
    });
    await setDelivery(shop, { on: false });
    expect((await update(orderId, { delivery_address: { pincode: "07001" } })).status).toBe(200);
  });

  test("every change is recorded in the order's history and the audit, with who, before and after", async () => {
    const order = await newOrder(await addProduct(shop, { price: 3 }), 2);
    const change = { totalAmt: 5.5, status: "SHIPPED", payment_status: "PAID", delivery_address: { city: "Cusco" } };
    const { status, body } = await update(order.orderId, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, error: false, message: "Order updated successfully" });
    expect(body.data).toMatchObject({
      ...change,
      subTotalAmt: 6,
      delivery_address: { ...order.delivery_address, city: "Cusco" },
    });
    const by = { who: admin.user._id, whoName: "Adela Admin" };
    expect(body.data.timeline.slice(1)).toMatchObject([
      { ...by, kind: "TOTAL", before: "6.00", after: "5.50" },
      { ...by, kind: "PAYMENT STATUS", before: "CASH ON DELIVERY", after: "PAID" },
      { ...by, kind: "ADDRESS", before: "", after: "" },
      { ...by, kind: "STATUS", before: "PENDING", after: "SHIPPED" },
    ]);
    const trail = await trailOf(order);
    expect(trail).toMatchObject([{ by: { name: "Adela Admin" }, thingName: order.orderId, action: "changed" }]);
    expect(trail[0].before).toMatchObject({ totalAmt: 6, status: "PENDING", payment_status: "CASH ON DELIVERY" });
    expect(trail[0].after).toMatchObject({ totalAmt: 5.5, status: "SHIPPED", payment_status: "PAID", delivery_address: { city: "Cusco" } });
  });

  test("setting the current value changes and records nothing", async () => {
    const order = await newOrder(await addProduct(shop));
    const { totalAmt, status, payment_status, delivery_address } = order;
    expect((await update(order.orderId, { totalAmt, status, payment_status, delivery_address })).status).toBe(200);
    expect((await update(order._id, {})).status).toBe(200);
    expect(kinds((await read(order.orderId)).timeline)).toEqual(["PLACED"]);
    expect(await trailOf(order)).toEqual([]);
  });

  test("products and userId are ignored", async () => {
    const order = await newOrder(await addProduct(shop), 2);
    await update(order.orderId, { userId: admin.user._id, products: [], status: "DELIVERED" });
    const { userId, products, status } = await read(order.orderId);
    expect({ userId, products, status }).toEqual({ userId: order.userId, products: order.products, status: "DELIVERED" });
  });

  test("the total and payment status of a captured payment cannot be edited", async () => {
    const number = await newPaidOrder(await addProduct(shop));
    expect(await update(number, { totalAmt: 1 })).toMatchObject({
      status: 409,
      body: { message: "totalAmt cannot be changed: it was already charged" },
    });
    expect((await update(number, { payment_status: "PENDING" })).status).toBe(409);
    // What people read is not the status as it is stored, nor the provider's way to pay.
    const refused = await call(updateOrderStatus, { orderId: number, payment_status: "REFUNDED" }, { token, spoken: "es" });
    expect(refused.body.message).toContain("no puede pasar a REEMBOLSADO");
    // Sending the unchanged total, as a form does, is not a change.
    const { totalAmt, payment_status } = await read(number);
    expect((await update(number, { totalAmt, payment_status, status: "SHIPPED" })).status).toBe(200);
  });

  test("once cash is marked as paid, the total cannot be edited until that is undone", async () => {
    const { orderId } = await newOrder(await addProduct(shop));
    await update(orderId, { payment_status: "PAID" });
    expect((await update(orderId, { totalAmt: 1 })).status).toBe(409);
    await update(orderId, { payment_status: "CASH ON DELIVERY" });
    expect((await update(orderId, { totalAmt: 0 })).status).toBe(200);
  });

  test("canceling a paid order refunds it", async () => {
    const number = await newPaidOrder(await addProduct(shop));
    await update(number, { status: "CANCELLED" });
    await shop.doJobs();
    await shop.doJobs();
    const { payment_status, timeline } = await read(number);
    expect(payment_status).toBe("REFUNDED");
    expect(kinds(timeline)).toEqual(["PLACED", "PAID", "CANCELLED", "REFUND REQUESTED", "REFUND DONE"]);
  });

  test.each([
    [{ totalAmt: -0.01 }, "totalAmt"],
    [{ totalAmt: 1.005 }, "totalAmt"],
    [{ totalAmt: "5" }, "totalAmt"],
    [{ totalAmt: 1e300 }, "totalAmt"],
    [{ status: "LOST" }, "status"],
    [{ payment_status: "FREE" }, "payment_status"],
    [{ payment_status: "REFUNDED" }, "payment_status"],
    [{ delivery_address: "Lima" }, "delivery_address"],
    [{ delivery_address: { city: "" } }, "delivery_address.city"],
    [{ orderId: "12" }, "orderId"],
  ])("%o is a 400 that names %s", async (change, field) => {
    const order = await newOrder(await addProduct(shop));
    const { status, body } = await update(order.orderId, change);
    expect(status).toBe(400);
    expect(body.message).toMatch(new RegExp(`^${field} `));
    expect(kinds((await read(order.orderId)).timeline)).toEqual(["PLACED"]);
  });

  test("an unknown order is a 404", async () => {
    expect(await update("ABCDEFGH0000", { status: "SHIPPED" })).toMatchObject({ status: 404, body: { message: "Order not found" } });
  });

  test("two concurrent cancellations return the goods once", async () => {
    const figs = await addProduct(shop, { stock: 5 });
    const { orderId } = await newOrder(figs, 4);
    await Promise.all(Array.from({ length: 4 }, () => update(orderId, { status: "CANCELLED" })));
    expect(await piecesOf(shop, figs)).toEqual({ stock: 5, sold: 0, reserved: 0 });
    expect(kinds((await read(orderId)).timeline)).toEqual(["PLACED", "CANCELLED"]);
  });
});

describe("API-26 delete", () => {
  test.each(["PENDING", "SHIPPED"])("first cancels an order that is %s, with everything that follows", async (status) => {
    const figs = await addProduct(shop, { stock: 5 });
    const order = await newOrder(figs, 2);
    await update(order.orderId, { status });
    expect((await remove(order.orderId)).status).toBe(200);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 5, sold: 0, reserved: 0 });
    const { body } = await call(getOrder, { orderId: order.orderId }, { token: order.token });
    expect(body.data.status).toBe("CANCELLED");
    // Its shopper doesn't see that it was removed from the shop's list.
    expect(kinds(body.data.timeline)).not.toContain("DELETED");
    expect((await trailOf(order))[0]).toMatchObject({ action: "deleted", before: { status }, after: { status: "CANCELLED" } });
    expect((await call(listAllOrders, { orderId: order.orderId }, { token })).body.data).toEqual([]);
    expect((await update(order.orderId, { status: "PENDING" })).status).toBe(404);
  });

  test.each(["DELIVERED", "COMPLETED", "CANCELLED"])("leaves the status of an order that is %s", async (status) => {
    const figs = await addProduct(shop, { stock: 5 });
    const order = await newOrder(figs, 2);
    await update(order.orderId, { status });
    const before = await piecesOf(shop, figs);
    await remove(order._id);
    expect(await piecesOf(shop, figs)).toEqual(before);
    expect((await call(getOrder, { orderId: order.orderId }, { token: order.token })).body.data.status).toBe(status);
  });

  test("requires an orderId", async () => {
    expect(await call(deleteOrder, {} as never, { token })).toMatchObject({ status: 400, body: { message: "orderId is required" } });
    expect((await remove("ABCDEFGH0000")).status).toBe(404);
  });
});

test("deleting an account also removes the delivery address from its orders and their audit", async () => {
  const order = await newOrder(await addProduct(shop));
  await update(order.orderId, { delivery_address: { address_line: "7 Secret Lane" }, status: "DELIVERED" });
  await database.transact(({ tx }) => forgetBuyer(tx, order.userId._id));
  const { rows } = await database.db.execute(sql`select 1 from admin_change where (before::text || after::text) like '%Secret%'`);
  expect(rows).toEqual([]);
  expect((await trailOf(order))[0].after).toEqual({ status: "DELIVERED" });
});

test("papers have the chosen orders, in the order they were chosen", async () => {
  const plums = await addProduct(shop);
  const [one, two] = [await newOrder(plums, 2), await newOrder(plums, 3)];
  const { status, body } = await call(orderPapers, { orderIds: `${two._id},${one.orderId.toLowerCase()}` }, { token });
  expect(status).toBe(200);
  expect(body.data.orders.map((order: Order) => order._id)).toEqual([two._id, one._id]);
  expect((await call(orderPapers, { orderIds: "" }, { token })).status).toBe(400);
  expect((await call(orderPapers, { orderIds: "12" }, { token })).status).toBe(400);
  expect((await call(orderPapers, { orderIds: "ABCDEFGH0000" }, { token })).status).toBe(404);
});

describe("statusWas", () => {
  test("when shipping and canceling at once, one wins and the other is told the current status", async () => {
    for (let round = 0; round < 5; round++) {
      const product = await addProduct(shop, { stock: 5 });
      const { orderId } = await newOrder(product, 2);
      const answers = await Promise.all(
        (["SHIPPED", "CANCELLED"] as const).map((status) => update(orderId, { status, statusWas: "PENDING" })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const won = answers.find(({ status }) => status === 200)!.body.data.status;
      const lost = answers.find(({ status }) => status === 409)!.body;
      expect(lost).toMatchObject({ data: { status: won }, message: expect.stringContaining(`This order is now ${won}`) });
      expect((await piecesOf(shop, product)).stock).toBe(won === "CANCELLED" ? 5 : 3);
      const { timeline } = (await call(getAdminOrder, undefined, { token, params: { orderId } })).body.data;
      expect(timeline).toHaveLength(2);
    }
  });

  test("a stale one changes nothing, neither the status nor anything sent with it", async () => {
    const { orderId, totalAmt } = await newOrder(await addProduct(shop));
    await update(orderId, { status: "SHIPPED" });
    const refused = await update(orderId, { status: "PENDING", statusWas: "PENDING", totalAmt: 1 });
    expect(refused).toMatchObject({ status: 409, body: { data: { status: "SHIPPED" } } });
    expect((await call(getAdminOrder, undefined, { token, params: { orderId } })).body.data).toMatchObject({ status: "SHIPPED", totalAmt });
  });

  test("is ignored if the change is already made, and is optional", async () => {
    const { orderId } = await newOrder(await addProduct(shop));
    expect((await update(orderId, { status: "SHIPPED", statusWas: "PENDING" })).status).toBe(200);
    expect((await update(orderId, { status: "SHIPPED", statusWas: "PENDING" })).status).toBe(200);
    expect((await update(orderId, { status: "DELIVERED" })).status).toBe(200);
  });
});

describe("order lines", () => {
  test("keep unit, brand and SKU as ordered, for pages and papers", async () => {
    const product = await addProduct(shop, { name: "Olive oil" });
    await database.db.execute(sql`update product set unit = '500 ml', brand = 'Acme', sku = 'OIL-5' where id = ${product}`);
    const { orderId, products } = await newOrder(product, 2);
    expect(products[0]?.product_details).toMatchObject({ unit: "500 ml", brand: "Acme", sku: "OIL-5" });
    const paid = await newPaidOrder(product);
    await database.db.execute(sql`update product set unit = '1 l', brand = 'Other', sku = 'OIL-10' where id = ${product}`);
    const { body } = await call(orderPapers, { orderIds: `${orderId},${paid}` }, { token });
    const details = body.data.orders.flatMap((order: Order) => order.products.map((line) => line.product_details));
    expect(details).toMatchObject([
      { unit: "500 ml", brand: "Acme", sku: "OIL-5" },
      { unit: "500 ml", brand: "Acme", sku: "OIL-5" },
    ]);
  });
});

describe("goods of a canceled order that had been sent", () => {
  test("stay out of stock when they don't come back, also after reopening and canceling again", async () => {
    const figs = await addProduct(shop, { stock: 5 });
    const { orderId } = await newOrder(figs, 2);
    await update(orderId, { status: "DELIVERED" });
    expect((await update(orderId, { status: "CANCELLED", goodsBack: false })).status).toBe(200);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 3, sold: 2, reserved: 0 });
    await update(orderId, { status: "DELIVERED" });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 3, sold: 2, reserved: 0 });
    await update(orderId, { status: "CANCELLED" });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 5, sold: 0, reserved: 0 });
  });

  test("of one that was not sent are always back", async () => {
    const figs = await addProduct(shop, { stock: 5 });
    const { orderId } = await newOrder(figs, 2);
    await update(orderId, { status: "CANCELLED", goodsBack: false });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 5, sold: 0, reserved: 0 });
  });
});

test("several orders are sent or delivered at once, and one that was canceled is left as it is", async () => {
  const figs = await addProduct(shop, { stock: 10 });
  const [one, two, three] = await Promise.all([newOrder(figs), newOrder(figs), newOrder(figs)]);
  const orderIds = [one, two, three].map((order) => order.orderId);
  await update(two.orderId, { status: "CANCELLED" });
  const move = (status: "SHIPPED" | "DELIVERED") => call(moveOrders, { orderIds, status }, { token });
  expect(await move("SHIPPED")).toMatchObject({
    status: 200,
    body: {
      data: { moved: 2, left: [{ orderId: two.orderId, status: "CANCELLED" }] },
      message: "2 orders marked shipped, 1 left as it is",
    },
  });
  expect((await move("DELIVERED")).body.data).toMatchObject({ moved: 2, left: [{ orderId: two.orderId }] });
  // A second press does nothing.
  expect((await move("SHIPPED")).body.data).toMatchObject({ moved: 0, left: [{}, {}, {}] });
  expect(await piecesOf(shop, figs)).toEqual({ stock: 8, sold: 2, reserved: 0 });
  expect(kinds((await read(one.orderId)).timeline)).toEqual(["PLACED", "STATUS", "STATUS"]);
});

test("orders that are picked up are marked ready and picked up, never shipped", async () => {
  await setDelivery(shop, { zones: [zone()], collection: { address: "1 Shop Street", times: [] } });
  const figs = await addProduct(shop, { stock: 10 });
  const sent = await newOrder(figs);
  const { body } = await call(
    cashOnDelivery,
    { list_items: [{ productId: figs, quantity: 1 }], delivery: { way: "collection" } },
    { token: sent.token },
  );
  await setDelivery(shop, { on: false });
  const collected: string = body.data.orderId;
  const move = async (orderIds: string[], status: "SHIPPED" | "DELIVERED", spoken: "en" | "es" = "en") =>
    (await call(moveOrders, { orderIds, status }, { token, spoken })).body;
  expect((await move([collected, sent.orderId], "SHIPPED")).message).toBe("1 order marked shipped, 1 order marked ready for pickup");
  expect(await move([collected, sent.orderId], "SHIPPED")).toMatchObject({
    message: "No orders changed, 2 left as they are",
    data: {
      left: expect.arrayContaining([
        { orderId: collected, status: "SHIPPED", way: "collection" },
        { orderId: sent.orderId, status: "SHIPPED", way: "delivery" },
      ]),
    },
  });
  expect((await move([collected], "DELIVERED", "es")).message).toBe("1 pedido marcado como recogido");
});

test("the outcome for several orders is told in Spanish on Spanish pages", async () => {
  const { orderId } = await newOrder(await addProduct(shop));
  const { body } = await call(moveOrders, { orderIds: [orderId], status: "SHIPPED" }, { token, spoken: "es" });
  expect(body.message).toBe("1 pedido marcado como enviado");
});

test("several cash orders are marked paid at once, and one that is canceled or paid already is left as it is", async () => {
  const figs = await addProduct(shop, { stock: 10 });
  const [one, two, three] = await Promise.all([newOrder(figs), newOrder(figs), newOrder(figs)]);
  const paidOnline = await newPaidOrder(await addProduct(shop));
  const orderIds = [one.orderId, two.orderId, three.orderId, paidOnline];
  const unpaid = async () => (await call(listAllOrders, { unpaid: "yes" }, { token })).body.data.map((order: Order) => order.orderId);
  await update(one.orderId, { status: "DELIVERED" });
  await update(two.orderId, { status: "CANCELLED" });
  expect(await unpaid()).toEqual(expect.arrayContaining([one.orderId, three.orderId]));
  expect(await unpaid()).not.toEqual(expect.arrayContaining([two.orderId]));
  expect(await unpaid()).not.toEqual(expect.arrayContaining([paidOnline]));
  expect(await call(markPaid, { orderIds }, { token })).toMatchObject({
    status: 200,
    body: {
      data: {
        paid: 2,
        left: [
          { orderId: two.orderId, status: "CANCELLED" },
          { orderId: paidOnline, payment_status: "PAID" },
        ],
      },
      message: "2 orders marked paid, 2 left as they are",
    },
  });
  const delivered = await read(one.orderId);
  expect(delivered).toMatchObject({ status: "DELIVERED", payment_status: "PAID" });
  expect(kinds(delivered.timeline)).toEqual(["PLACED", "STATUS", "PAYMENT STATUS"]);
  expect(await read(two.orderId)).toMatchObject({ status: "CANCELLED", payment_status: "CASH ON DELIVERY" });
  for (const number of orderIds) expect(await unpaid()).not.toContain(number);
  // A second press does nothing.
  expect((await call(markPaid, { orderIds }, { token })).body.data).toMatchObject({ paid: 0, left: [{}, {}, {}, {}] });
});

test("an order's note is for the staff: shoppers don't see it, and it goes with their account", async () => {
  const order = await newOrder(await addProduct(shop));
  expect((await update(order.orderId, { note: "Ring twice at 7 Secret Lane" })).body.data.note).toBe("Ring twice at 7 Secret Lane");
  expect((await trailOf(order))[0]).toMatchObject({ before: { note: "" }, after: { note: "Ring twice at 7 Secret Lane" } });
  const seen = await call(getOrder, { orderId: order.orderId }, { token: order.token });
  expect(JSON.stringify(seen.body)).not.toContain("Ring twice");
  await database.transact(({ tx }) => forgetBuyer(tx, order.userId._id));
  expect((await read(order.orderId)).note).toBe("");
  const { rows } = await database.db.execute(sql`select 1 from admin_change where (before::text || after::text) like '%Ring twice%'`);
  expect(rows).toEqual([]);
});

const nextOf = async ({ orderId }: Order) => (await read(orderId)).next;

test("an order leads to the next one to send, and the last to the oldest", async () => {
  await database.db.execute(sql`update customer_order set status = 'DELIVERED'`);
  const figs = await addProduct(shop, { stock: 10 });
  const [one, two, three] = [await newOrder(figs), await newOrder(figs), await newOrder(figs)];
  expect(await nextOf(one)).toBe(two.orderId);
  await update(two.orderId, { status: "SHIPPED" });
  expect(await nextOf(one)).toBe(three.orderId);
  expect(await nextOf(two)).toBe(three.orderId);
  expect(await nextOf(three)).toBe(one.orderId);
  await update(one.orderId, { status: "SHIPPED" });
  expect(await nextOf(three)).toBe("");
});
