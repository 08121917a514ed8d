import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { addCoupon, couponNow } from "../../../../tests/support/coupons.ts";
import { checkSlotBooks, daily, setDelivery, slotsOf, zone } from "../../../../tests/support/delivery.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { updateOrderStatus } from "../../orders/admin/contract.ts";
import { cashOnDelivery, type OrderDetails } from "../../orders/contract.ts";
import { markPicked, packOrder, pickList } from "../../pick/contract.ts";
import { readAttempt } from "../store.ts";
import * as contract from "./contract.ts";

const shop = await openPayingShop();
const { call, doJobs } = shop;
const { db } = shop.shop.database;
const { token: admin } = await makeAdmin(shop);

const { cashOrder, paidOrder } = changingShop(shop);
const words = ({ timeline }: OrderDetails) => timeline.map(({ kind, before, after }) => [kind, before, after]);
const differencesOf = async (order: OrderDetails) =>
  (await db.execute(sql`select cents, status from payment_difference where attempt_id = ${order._id} order by id`)).rows;
const setPrice = (id: string, cents: number) => db.execute(sql`update product set price_cents = ${cents} where id = ${id}`);

describe("a cash order", () => {
  test("is changed piece by piece: kept pieces keep their price, the stock follows, and the new sum is due on delivery", async () => {
    const [fig, nut, soap] = await Promise.all(["Figs", "Nuts", "Soap"].map((name) => addProduct(shop, { name, price: 4, stock: 10 })));
    const order = await cashOrder({ [fig!]: 2, [nut!]: 3 });
    await db.execute(sql`update user_account set verify_email = true where id = ${order.payer.user._id}`);
    await setPrice(fig!, 500);
    const wanted = { [fig!]: 3, [soap!]: 1 };
    expect((await order.quote(wanted)).body.data).toMatchObject({ totalAmt: 17, totalWas: 20, settlement: "on delivery", couponLost: "" });
    expect(await order.change(wanted, { expectedTotal: 16 })).toMatchObject({
      status: 409,
      body: { data: { reason: "price", totalAmt: 17 } },
    });
    const { status, body } = await order.change(wanted, { expectedTotal: 17 });
    expect([status, body.data.totalAmt, body.data.subTotalAmt]).toEqual([200, 17, 17]);
    const lines = (body.data as OrderDetails).products.map(({ quantity, product_details: { name, paid_price } }) => [
      name,
      quantity,
      paid_price,
    ]);
    expect(lines).toEqual([
      ["Figs", 2, 4],
      ["Figs", 1, 5],
      ["Soap", 1, 4],
    ]);
    expect(words(body.data).slice(1)).toEqual([
      ["PIECES", "2 × Figs", "3 × Figs"],
      ["PIECES", "3 × Nuts", ""],
      ["PIECES", "", "1 × Soap"],
      ["TOTAL", "20.00", "17.00"],
    ]);
    const pieces = await Promise.all([fig!, nut!, soap!].map((id) => piecesOf(shop, id)));
    expect(pieces.map(({ stock, sold }) => [stock, sold])).toEqual([
      [7, 3],
      [10, 0],
      [9, 1],
    ]);
    const [email] = (await shop.emailsTo(order.payer.user.email)).filter(({ subject }) => subject?.includes("was changed"));
    expect(email?.text).toMatch(/Your order now costs \$17\.00\.[^]*Total Amount: \$17\.00/);
    // Pressed twice, nothing happens twice.
    expect((await order.change(wanted, { expectedTotal: 17 })).status).toBe(200);
    expect(words(await order.details())).toHaveLength(5);
  });

  test("takes no more than there is, and nothing changes then", async () => {
    const [fig, nut] = [await addProduct(shop, { stock: 3 }), await addProduct(shop, { stock: 3 })];
    const order = await cashOrder({ [fig]: 1 });
    const before = await order.details();
    expect(await order.change({ [fig]: 3, [nut]: 4 })).toMatchObject({ status: 409, body: { data: { reason: "stock" } } });
    // What the order has already counts: it can keep that.
    const refused = await order.change({ [fig]: 4 });
    expect(refused.body).toMatchObject({ data: { products: [{ productId: fig, stock: 3 }] } });
    expect(refused.body.message).toMatch(/^Only 3 of .* left\. Change how many you want and try again\.$/);
    expect(await order.change({ [fig]: 1000 })).toMatchObject({ status: 400 });
    expect([await order.details(), (await piecesOf(shop, fig)).stock]).toEqual([before, 2]);
  });

  test("can't be changed once it is packed, sent or canceled; changed lines have to be picked again", async () => {
    const fig = await addProduct(shop, { stock: 50 });
    const picked = await cashOrder({ [fig]: 2 });
    const { _id } = await picked.details();
    const mark = (found: number) =>
      call(markPicked, { lines: [{ orderId: _id, position: 0, productId: fig, mark: { found, noneLeft: false } }] }, { token: admin });
    await mark(2);
    expect((await picked.change({ [fig]: 3 })).status).toBe(200);
    expect((await call(pickList, { orderIds: picked.orderId }, { token: admin })).body.data.lines[0]).toMatchObject({
      quantity: 3,
      mark: null,
    });
    expect((await call(packOrder, { orderId: picked.orderId }, { token: admin })).status).toBe(409);
    await mark(3);
    expect((await call(packOrder, { orderId: picked.orderId }, { token: admin })).status).toBe(200);
    expect((await picked.change({ [fig]: 1 })).body.message).toContain("already packed");

    const sent = await cashOrder({ [fig]: 1 });
    await call(updateOrderStatus, { orderId: sent.orderId, status: "SHIPPED" }, { token: admin });
    expect(await sent.change({ [fig]: 2 })).toMatchObject({ status: 409, body: { message: expect.stringContaining("already sent") } });
    const cancelled = await cashOrder({ [fig]: 1 });
    await cancelled.cancel();
    for (const answer of [await cancelled.change({ [fig]: 2 }), await cancelled.quote({ [fig]: 2 })]) expect(answer.status).toBe(409);
  });
});

describe("an order paid with PayPal", () => {
  test("gets the difference back exactly once when it becomes cheaper, and is paid before it becomes more expensive", async () => {
    const [fig, nut] = [await addProduct(shop, { price: 4 }), await addProduct(shop, { price: 1.5 })];
    const order = await paidOrder({ [fig]: 3 });
    await db.execute(sql`update user_account set verify_email = true where id = ${order.payer.user._id}`);
    expect((await order.quote({ [fig]: 2, [nut]: 1 })).body.data).toMatchObject({ totalAmt: 9.5, totalWas: 12, settlement: "refund" });
    const changes = await Promise.all([1, 2, 3].map(() => order.change({ [fig]: 2, [nut]: 1 }, { expectedTotal: 9.5 })));
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);
    await doJobs();
    const now = await order.details();
    expect(await differencesOf(now)).toEqual([{ cents: 250, status: "DONE" }]);
    expect((await readAttempt(db, now._id))!.refundedCents).toBe(250);
    expect([now.payment_status, now.totalAmt]).toEqual(["PAID", 9.5]);
    // Another change with the same total refunds nothing, and its email doesn't mention a refund again.
    const kiwi = await addProduct(shop, { price: 1.5 });
    expect((await order.change({ [fig]: 2, [kiwi]: 1 })).status).toBe(200);
    const emails = (await shop.emailsTo(order.payer.user.email)).filter(({ subject }) => subject?.includes("was changed"));
    expect(emails.map(({ text }) => [text!.includes("Your order now costs $9.50."), text!.includes("We're refunding $2.50")])).toEqual(
      expect.arrayContaining([
        [true, true],
        [true, false],
      ]),
    );
    expect((await order.change({ [fig]: 2, [nut]: 1 })).status).toBe(200);
    await doJobs();

    const [after, before] = [await order.details(), await piecesOf(shop, fig)];
    expect((await order.quote({ [fig]: 3 })).body.data).toMatchObject({ settlement: "pay now", payWith: "paypal" });
    expect(await order.change({ [fig]: 3 })).toMatchObject({ status: 409, body: { message: expect.stringContaining("$2.50 more") } });
    expect([await order.details(), await piecesOf(shop, fig)]).toEqual([after, before]);
    // Canceled, it gets back what is left.
    await order.cancel();
    await doJobs();
    await doJobs();
    expect((await readAttempt(db, now._id))!.refundedCents).toBe(1200);
  });

  test("is either changed or canceled when both come at once, and its money goes back to the cent", async () => {
    const fig = await addProduct(shop, { price: 2, stock: 100 });
    for (let round = 0; round < 10; round++) {
      const order = await paidOrder({ [fig]: 3 });
      await Promise.all([order.change({ [fig]: 1 }), order.cancel(), order.change({ [fig]: 2 })]);
      for (let n = 0; n < 3; n++) await doJobs();
      const { _id, status } = await order.details();
      expect([status, (await readAttempt(db, _id))!.refundedCents]).toEqual(["CANCELLED", 600]);
    }
    expect(await piecesOf(shop, fig)).toEqual({ stock: 100, sold: 0, reserved: 0 });
  });
});

test.each([
  ["was ended", sql`ended_at = now()`],
  ["is switched off", sql`active = false`],
  ["is past its last day", sql`ends_on = current_date - 2`],
])("a coupon that %s takes off no more than before when its order is raised", async (_what, end) => {
  const [fig, nut] = [await addProduct(shop, { price: 10 }), await addProduct(shop, { price: 5 })];
  const { id, code } = await addCoupon(shop, { value: 50 });
  const order = await cashOrder({ [fig]: 2 }, { coupon: code });
  expect((await order.quote({ [fig]: 3 })).body.data).toMatchObject({ couponAmt: 15, couponCapped: false });
  await db.execute(sql`update coupon set ${end} where id = ${id}`);
  expect((await order.quote({ [fig]: 70 })).body.data).toMatchObject({ couponAmt: 10, totalAmt: 690, couponCapped: true });
  const raised = (await order.change({ [fig]: 3, [nut]: 2 })).body.data;
  expect(raised).toMatchObject({ totalAmt: 30, coupon: { code, amount: 10 } });
  expect(await couponNow(shop, id)).toMatchObject({ uses: 1, given: 10 });
  expect((await order.quote({ [fig]: 1 })).body.data).toMatchObject({ couponAmt: 5, couponCapped: false });
});

test("a coupon is counted again for the new pieces, whatever its days and limits, and given back below its minimum", async () => {
  const fig = await addProduct(shop, { price: 10 });
  const { id, code } = await addCoupon(shop, { value: 20, minimum: 20, maxUses: 1, maxUsesPerPerson: 1, firstOrderOnly: true });
  const order = await paidOrder({ [fig]: 4 }, { coupon: code });
  await db.execute(sql`update coupon set active = false where id = ${id}`);
  expect((await order.change({ [fig]: 3 })).body.data).toMatchObject({ totalAmt: 24, coupon: { code, amount: 6 } });
  expect(await couponNow(shop, id)).toMatchObject({ uses: 1, given: 6 });
  const { body } = await order.quote({ [fig]: 1 });
  expect(body.data).toMatchObject({ totalAmt: 10, couponAmt: 0, couponLost: `Add $10.00 more to use the coupon ${code}.` });
  const changed = (await order.change({ [fig]: 1 })).body.data;
  expect([changed.totalAmt, changed.coupon, (await couponNow(shop, id)).uses]).toEqual([10, undefined, 0]);
  await doJobs();
  await doJobs();
  expect(await differencesOf(changed)).toMatchObject([{ cents: 800 }, { cents: 1400 }]);
});

const at = (slot: string) => ({ delivery: { way: "delivery", slot } });

test("address and time are changed until the time closes, with the fee of the new zone and a place of the new time", async () => {
  const fig = await addProduct(shop, { price: 10 });
  const far = zone({ name: "Sur", areas: ["990*"], fee: 3 });
  await setDelivery(shop, { zones: [zone({ fee: 2, freeFrom: 15, times: [daily(2), daily(1, { from: "13:00", to: "15:00" })] }), far] });
  const [first, second] = (await slotsOf(shop)).slice(4);
  const order = await cashOrder({ [fig]: 1 }, at(first!.id));
  expect((await order.details()).totalAmt).toBe(12);
  expect((await order.quote({ [fig]: 2 })).body.data).toMatchObject({ totalAmt: 20, deliveryFee: 0 });
  const moved = (await order.change({ [fig]: 1 }, at(second!.id))).body.data as OrderDetails;
  expect(moved.delivery?.slot?.id).toBe(second!.id);
  expect(words(moved).at(-1)).toEqual(["DELIVERY", expect.stringMatching(/^Delivery, .*9 AM–12 PM$/), expect.stringMatching(/1 PM–3 PM$/)]);
  await checkSlotBooks(shop.shop);
  // Its time has one place.
  const late = await cashOrder({ [fig]: 1 }, at(first!.id));
  expect((await late.change({ [fig]: 1 }, at(second!.id))).body.data).toEqual({ reason: "delivery", problem: "slot gone" });
  expect((await order.change({ [fig]: 2 }, at(second!.id))).status).toBe(200);

  const addressId = await addAddress(shop, order.payer.user._id, { pincode: "99001" });
  // A time that is not offered is not stored, wherever it is asked for.
  await order.quote({ [fig]: 1 }, { addressId, ...at("any") });
  const { rows } = await shop.shop.database.db.execute(sql`select from delivery_slot where id = 'any'`);
  expect(rows).toEqual([]);
  // Its new zone has no times.
  const there = await order.change({ [fig]: 2 }, { addressId });
  expect(there.body.data).toMatchObject({
    totalAmt: 23,
    deliveryFee: 3,
    delivery_address: { pincode: "99001" },
    delivery: { zone: "Sur", slot: null },
  });
  expect((await order.change({ [fig]: 2 }, { addressId: late.payer.addressId })).status).toBe(404);
  await checkSlotBooks(shop.shop);

  await db.execute(sql`update customer_order set delivery = jsonb_set(delivery, '{slot,closesAt}', to_jsonb(now()::text))
    where number = ${late.orderId}`);
  expect((await late.change({ [fig]: 2 })).body.message).toContain("closed");
  await setDelivery(shop, { on: false });
});

test("an order keeps its time at another address of its zone, and needs another one in another zone", async () => {
  const fig = await addProduct(shop, { price: 10 });
  await setDelivery(shop, { zones: [zone({ times: [daily(2)] }), zone({ name: "Sur", areas: ["990*"], times: [daily(2)] })] });
  const slot = (await slotsOf(shop)).at(-1)!;
  const order = await cashOrder({ [fig]: 1 }, at(slot.id));
  const near = await addAddress(shop, order.payer.user._id, { pincode: "15002" });
  expect((await order.change({ [fig]: 1 }, { addressId: near })).body.data).toMatchObject({ delivery: { slot: { id: slot.id } } });
  const far = await addAddress(shop, order.payer.user._id, { pincode: "99001" });
  const refused = { message: "Please choose a time.", data: { reason: "delivery", problem: "no slot" } };
  expect((await order.quote({ [fig]: 1 }, { addressId: far })).body).toMatchObject(refused);
  await checkSlotBooks(shop.shop);
  await setDelivery(shop, { on: false });
});

test("an order loses its time with its address once the shop has no times", async () => {
  const fig = await addProduct(shop, { price: 10 });
  await setDelivery(shop, { zones: [zone({ fee: 2, times: [daily(2)] })] });
  const order = await cashOrder({ [fig]: 1 }, at((await slotsOf(shop)).at(-1)!.id));
  await setDelivery(shop, { on: false });
  const addressId = await addAddress(shop, order.payer.user._id, { pincode: "99001" });
  const { status, body } = await order.change({ [fig]: 1 }, { addressId });
  expect([status, body.data.delivery_address?.pincode, body.data.delivery]).toEqual([200, "99001", undefined]);
  await checkSlotBooks(shop.shop);
});

const collected = { delivery: { way: "collection" } };

const totalOf = async ({ details }: { details: () => Promise<OrderDetails> }) => {
  const { totalAmt, deliveryFee = 0, delivery } = await details();
  return [totalAmt, deliveryFee, delivery?.way, delivery?.slot?.id];
};

describe("an order that is picked up", () => {
  const collection = { address: "12 Market Street", times: [daily(2, { from: "16:00", to: "18:00" })] };
  const withCollection = () => setDelivery(shop, { zones: [zone({ fee: 3, times: [daily(2)] })], collection });

  test("needs no address, but gets one before it is delivered", async () => {
    const fig = await addProduct(shop, { price: 10 });
    await withCollection();
    const [slot, second] = await slotsOf(shop, "collection");
    const toShop = { delivery: { way: "collection", slot: slot!.id }, addressId: undefined };
    expect(
      await newPayer(shop).then(({ token }) =>
        call(cashOnDelivery, { list_items: [{ productId: fig, quantity: 1 }], delivery: { way: "delivery" } } as never, { token }),
      ),
    ).toMatchObject({ status: 400, body: { message: "addressId is required" } });
    for (const placed of [await cashOrder({ [fig]: 1 }, toShop), await paidOrder({ [fig]: 1 }, toShop)]) {
      const order = await placed.details();
      expect(order.delivery_address).toEqual({ address_line: "", city: "", state: "", pincode: "", country: "", mobile: "" });
      expect([order.totalAmt, order.delivery?.way, order.delivery?.slot?.id]).toEqual([10, "collection", slot!.id]);
    }
    const order = await cashOrder({ [fig]: 1 }, { ...toShop, delivery: { way: "collection", slot: second!.id } });
    const [first] = await slotsOf(shop);
    expect(await order.change({ [fig]: 1 }, at(first!.id))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("no address yet") },
    });
    const { addressId } = order.payer;
    expect((await order.change({ [fig]: 1 }, { ...at(first!.id), addressId })).body.data).toMatchObject({
      totalAmt: 13,
      delivery: { way: "delivery", zone: "Centro" },
    });
    expect((await order.change({ [fig]: 1 }, toShop)).status).toBe(409);
    await checkSlotBooks(shop.shop);
    await setDelivery(shop, { on: false });
    expect(await cashOrder({ [fig]: 1 }, { addressId: undefined, ...collected }).catch((error: Error) => error.message)).toContain(
      "no longer offered",
    );
  });

  test("staff switch it to delivery and back: cash orders owe the fee, paid ones never cost more and get a fee back", async () => {
    const fig = await addProduct(shop, { price: 10 });
    await withCollection();
    const [morning, later] = await slotsOf(shop);
    const [evening] = (await slotsOf(shop, "collection")).slice(2);
    const toShop = { way: "collection", slot: evening!.id } as const;
    const toHome = { way: "delivery", slot: later!.id } as const;
    const switchTo = (orderId: string, delivery: typeof toShop | typeof toHome, token = admin) =>
      call(contract.changeDelivery, { orderId, delivery }, { token });
    const cash = await cashOrder({ [fig]: 1 }, at(morning!.id));
    expect((await switchTo(cash.orderId, toShop, cash.payer.token)).status).toBe(403);
    expect((await call(contract.quoteDelivery, { orderId: cash.orderId, delivery: toShop }, { token: admin })).body.data).toMatchObject({
      totalAmt: 10,
      totalWas: 13,
      settlement: "on delivery",
    });
    expect((await switchTo(cash.orderId, toShop)).status).toBe(200);
    expect(await totalOf(cash)).toEqual([10, 0, "collection", evening!.id]);
    expect((await switchTo(cash.orderId, toHome)).status).toBe(200);
    expect(await totalOf(cash)).toEqual([13, 3, "delivery", later!.id]);
    expect(
      words(await cash.details())
        .slice(1)
        .map(([kind]) => kind),
    ).toEqual(["DELIVERY", "TOTAL", "DELIVERY", "TOTAL"]);

    const paid = await paidOrder({ [fig]: 1 }, at(morning!.id));
    await db.execute(sql`update user_account set verify_email = true where id = ${paid.payer.user._id}`);
    // Several times at once, it is done once.
    expect((await Promise.all([1, 2, 3].map(() => switchTo(paid.orderId, toShop)))).map(({ status }) => status)).toEqual([200, 200, 200]);
    await doJobs();
    expect(await totalOf(paid)).toEqual([10, 0, "collection", evening!.id]);
    expect(await differencesOf(await paid.details())).toEqual([{ cents: 300, status: "DONE" }]);
    const [email] = (await shop.emailsTo(paid.payer.user.email)).filter(({ subject }) => subject?.includes("was changed"));
    expect(email?.text).toMatch(/We changed how your order reaches you\.[^]*Pickup: [^]*12 Market Street/);
    expect((await switchTo(paid.orderId, toHome)).status).toBe(200);
    expect(await totalOf(paid)).toEqual([10, 0, "delivery", later!.id]);
    await checkSlotBooks(shop.shop);

    // The time has two places, which both have.
    const third = await cashOrder({ [fig]: 1 }, at(morning!.id));
    expect((await switchTo(third.orderId, toHome)).body.data).toEqual({ reason: "delivery", problem: "slot gone" });
    // Recorded in the language of the order, whoever changes it.
    await db.execute(sql`update customer_order set language = 'es' where number = ${third.orderId}`);
    await db.execute(sql`update user_account set verify_email = true where id = ${third.payer.user._id}`);
    expect((await switchTo(third.orderId, toShop)).status).toBe(200);
    expect((await shop.emailsTo(third.payer.user.email))[0]?.subject).toBe(`Se modificó tu pedido ${third.orderId}`);
    expect(words(await third.details()).at(-2)).toEqual([
      ...["DELIVERY", expect.stringMatching(/^Entrega, /), expect.stringMatching(/^Recojo en tienda, /)],
    ]);
    await call(updateOrderStatus, { orderId: third.orderId, status: "SHIPPED" }, { token: admin });
    expect(await switchTo(third.orderId, toShop)).toMatchObject({
      status: 409,
      body: { message: "This order was already prepared for pickup, so it can no longer be changed." },
    });
    await setDelivery(shop, { on: false });
  });
});

const wishes = (details: OrderDetails) => details.products.map(({ ifMissing }) => ifMissing);

test("what to do when something is missing can be changed, and applies to products added later", async () => {
  const [fig, nut] = [await addProduct(shop, { price: 4 }), await addProduct(shop, { price: 1 })];
  const order = await cashOrder({ [fig]: 1 }, { ifMissing: { choice: "ask" } });
  expect(wishes((await order.change({ [fig]: 1, [nut]: 1 })).body.data)).toEqual(["ask", "ask"]);
  const change = (ifMissing: string) =>
    call(
      contract.changeOrder,
      { orderId: order.orderId, list_items: [{ productId: nut, quantity: 1, ifMissing } as never, { productId: fig, quantity: 1 }] },
      { token: order.payer.token },
    );
  const changed = (await change("refund")).body.data as OrderDetails;
  expect([wishes(changed), changed.products[0]!.productId._id, changed.totalAmt]).toEqual([["ask", "refund"], fig, 5]);
  const { length } = changed.timeline;
  expect(((await change("similar")).body.data as OrderDetails).timeline).toHaveLength(length);
});

test("an unconfirmed account doesn't empty the shop by changing a small order", async () => {
  const strict = await openPayingShop({ RATE_LIMIT: "on" });
  const fig = await addProduct(strict, { stock: 9 });
  const payer = await newPayer(strict);
  const { orderId } = (await payer.orderInCash({ [fig]: 1 })).body.data;
  const change = (quantity: number) =>
    strict.call(contract.changeOrder, { orderId, list_items: [{ productId: fig, quantity }] }, { token: payer.token });
  expect((await change(9)).status).toBe(403);
  expect((await change(5)).status).toBe(200);
});
