import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { dayInWords } from "#shared/time.ts";
import { addCoupon, couponNow } from "../../../tests/support/coupons.ts";
import { daily, setDelivery, slotsOf, zone } from "../../../tests/support/delivery.ts";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../tests/support/paying-shop.ts";
import { kindsOf, pickingShop, replacement } from "../../../tests/support/picking-shop.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { untilBlocked } from "../../../tests/support/until-blocked.ts";
import { updateOrderStatus } from "../orders/admin/contract.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { lockOrder } from "../orders/locked-order-store.ts";
import * as contract from "./contract.ts";
import type { PickLine, WaitingOrder } from "./contract.ts";
import { answerMissing, listMissing } from "./missing/contract.ts";
import { lineWords, productsOf, shelvesOf, stateOf } from "./pages/groups.ts";
import { groupsOf } from "./pages/slot-groups.ts";

const shop = await openPayingShop();
const { call, sandbox, doJobs } = shop;
const { token, orderOf, cashOrder, paidOrder, differencesOf, refundedAtProvider } = await pickingShop(shop);
const admin = await makeAdmin(shop);

const replacedBy = (productId: string) => ({ ...replacement(productId, 1), found: 0 });

test("a line is marked once in a request", async () => {
  const order = await cashOrder({ [await addProduct(shop, { stock: 5 })]: 1 });
  const [line] = await order.lines();
  const twice = { orderId: order._id, position: line!.position, productId: line!.productId, mark: { found: 1, noneLeft: false } };
  expect(await call(contract.markPicked, { lines: [twice, twice] }, { token })).toMatchObject({
    status: 400,
    body: { message: "lines has a line twice" },
  });
});

test("a mark that waits for a change of its order is checked against the changed lines", async () => {
  const figs = await addProduct(shop, { name: "Figs" });
  const order = await cashOrder({ [figs]: 3 });
  const line = await order.lineOf(figs);
  let marked: ReturnType<typeof order.mark> | undefined;
  await shop.shop.database.transact(async ({ tx }) => {
    await lockOrder(tx, order._id);
    marked = order.mark(line, { found: 3, noneLeft: false });
    await untilBlocked(shop);
    await tx.execute(sql`update order_line set quantity = 1 where order_id = ${order._id}`);
  });
  expect(await marked).toMatchObject({ status: 400, body: { message: "mark is for 1 of Figs at most" } });
});

describe("a pick list", () => {
  test("has what the orders need by shelf, and what other pickers have found", async () => {
    const [figs, plums, soap] = await Promise.all(["Figs", "Plums", "Soap"].map((name) => addProduct(shop, { name })));
    await addShelf(shop, [figs!, plums!]);
    const [one, two] = [await cashOrder({ [plums!]: 2 }), await cashOrder({ [soap!]: 1, [plums!]: 1, [figs!]: 3 })];
    const read = async () => (await call(contract.pickList, { orderIds: `${one.orderId},${two._id}` }, { token })).body.data;
    const { lines, orders, left } = await read();
    expect(lines.map(({ name, quantity, _id }: PickLine) => [name, quantity, _id])).toEqual([
      ["Figs", 3, two._id],
      ["Plums", 2, one._id],
      ["Plums", 1, two._id],
      ["Soap", 1, two._id],
    ]);
    expect(orders).toMatchObject([{ orderId: one.orderId, totalAmt: 5, packedAmt: 5 }, { orderId: two.orderId }]);
    expect(left).toEqual([]);

    const told: string[] = [];
    const end = shop.shop.invalidations.subscribe((tags) => void told.push(...tags));
    expect((await one.mark(lines[1], { found: 2, noneLeft: false })).status).toBe(200);
    end();
    expect(told).toContain(`order-picked:${one._id}`);
    expect((await read()).lines[1].mark).toEqual({ found: 2, noneLeft: false, replacement: null });
    const waiting = (await call(contract.listWaiting, {}, { token })).body.data;
    expect(waiting.find(({ _id }: { _id: string }) => _id === one._id)).toMatchObject({ lines: 1, picked: 1, pieces: 2, packedAt: null });
    await one.mark(lines[1], null);
    expect((await read()).lines[1].mark).toBeNull();
  });

  test("what is scanned finds its product by barcode, with any zeros in front, or by SKU", async () => {
    const [figs, soap, rice] = [
      await addProduct(shop, { name: "Figs", barcode: "4006381333931", sku: "FIG-7" }),
      await addProduct(shop, { name: "Soap", barcode: "036000291452" }),
      await addProduct(shop, { name: "Rice", sku: "0012345678905" }),
    ];
    const order = await cashOrder({ [figs]: 1, [soap]: 1, [rice]: 1 });
    const shelves = shelvesOf(await order.lines());
    const scan = (code: string) => productsOf(code, shelves).flatMap(({ lines }) => lines.map(({ name }) => name));
    for (const code of ["4006381333931", "04006381333931", " 4 006381 333931 ", "fig-7", figs]) expect(scan(code)).toEqual(["Figs"]);
    for (const code of ["036000291452", "0036000291452", "00036000291452"]) expect(scan(code)).toEqual(["Soap"]);
    for (const code of ["0012345678905", "012345678905"]) expect(scan(code)).toEqual(["Rice"]);
    for (const code of ["4006381333932", "FIG", ""]) expect(scan(code)).toEqual([]);
  });

  test("a replacement is found by its barcode, with any zeros in front, or its SKU, while it is for sale", async () => {
    const figs = await addProduct(shop, { name: "Dried figs", barcode: "036000291469", sku: "DRY-7" });
    await addProduct(shop, { sku: "DRY-78" });
    await addProduct(shop, { barcode: "036000291476", hidden: true });
    const find = async (code: string) =>
      (await call(contract.findByCode, { code }, { token })).body.data.map(({ _id }: { _id: string }) => _id);
    for (const code of ["036000291469", "0036000291469", "0 36000 29146 9", "dry-7"]) expect(await find(code)).toEqual([figs]);
    for (const code of ["036000291476", "DRY", "Dried figs"]) expect(await find(code)).toEqual([]);
    expect((await call(contract.findByCode, { code: "DRY-7" }, { token: (await signUp(shop)).token })).status).toBe(403);
  });

  test("says of a replacement what tells it from similar products", async () => {
    const figs = await addProduct(shop, { name: "Figs", price: 3 });
    const dried = await addProduct(shop, { name: "Figs", price: 3, unit: "500 g", brand: "Acme", sku: "FIG-500" });
    const order = await cashOrder({ [figs]: 1 });
    await order.mark(await order.lineOf(figs), { found: 0, noneLeft: false, replacement: { productId: dried, quantity: 1 } });
    const line = await order.lineOf(figs);
    expect(line.mark?.replacement).toMatchObject({ unit: "500 g", brand: "Acme", sku: "FIG-500" });
    expect(lineWords(line)).toBe("0 of 1 found, 1 × Figs (Acme · 500 g · SKU FIG-500) instead");
  });

  test("orders come by their delivery times, soonest first, and lists and labels say when and how", async () => {
    const without = await cashOrder({ [await addProduct(shop)]: 1 });
    const collection = { address: "1 Shop Street", times: [daily(9, { from: "15:00", to: "17:00" })] };
    await setDelivery(shop, { zones: [zone({ times: [daily(9)] })], collection });
    const rice = await addProduct(shop);
    const placed = async (way: "delivery" | "collection", day: number) => {
      const slot = (await slotsOf(shop, way))[day]!;
      const payer = await newPayer(shop);
      const list_items = [{ productId: rice, quantity: 1 }];
      const asked = { list_items, addressId: payer.addressId, delivery: { way, slot: slot.id } };
      return { slot, ...(await orderOf(payer, (await call(cashOnDelivery, asked, { token: payer.token })).body.data.orderId)) };
    };
    const [second, collected, first] = [await placed("delivery", 2), await placed("collection", 1), await placed("delivery", 1)];
    await setDelivery(shop, { on: false });

    const waiting: WaitingOrder[] = (await call(contract.listWaiting, {}, { token })).body.data;
    const own = [first, collected, second, without].map(({ orderId }) => orderId);
    const listed = waiting.filter(({ orderId }) => own.includes(orderId));
    expect(listed.map(({ orderId }) => orderId)).toEqual(own);
    expect(waiting.slice(0, 3).map(({ orderId }) => orderId)).toEqual(own.slice(0, 3));
    const { id, day } = first.slot;
    expect(listed[0]!.delivery).toEqual({ way: "delivery", zone: "Centro", address: "", slot: { id, day, from: "09:00", to: "12:00" } });
    expect(listed[3]!.delivery).toBeNull();
    expect(groupsOf(listed.slice(0, 2)).map(({ name }) => name)).toEqual([
      `${dayInWords(day)}, 9 AM–12 PM · Centro`,
      `${dayInWords(collected.slot.day)}, 3 PM–5 PM · Pickup`,
    ]);
    expect(groupsOf(listed).at(-1)).toMatchObject({
      name: expect.stringMatching(/^Placed \w{3}, /),
      orders: [{ orderId: without.orderId }],
    });
    expect(groupsOf([listed[3]!])[0]!.name).toBe(dayInWords(listed[3]!.day));

    expect((await collected.list()).orders).toMatchObject([{ delivery: { way: "collection", address: "1 Shop Street" } }]);
    await collected.markRest();
    expect((await collected.pack()).status).toBe(200);
    const labels = (await call(contract.bagLabels, { orderIds: collected.orderId }, { token })).body.data;
    expect(labels).toMatchObject([{ orderId: collected.orderId, delivery: { way: "collection", slot: { from: "15:00" } } }]);
  });

  test("leaves out canceled orders, and a reopened one starts over", async () => {
    const figs = await addProduct(shop);
    const order = await cashOrder({ [figs]: 2 });
    const line = await order.lineOf(figs);
    await order.mark(line, { found: 2, noneLeft: false });
    await order.cancel();
    expect(await order.list()).toEqual({ orders: [], lines: [], left: [{ orderId: order.orderId, status: "CANCELLED", packed: false }] });
    expect(await order.mark(line, { found: 1, noneLeft: false })).toMatchObject({ status: 409, body: { data: { status: "CANCELLED" } } });
    expect((await order.pack()).status).toBe(409);
    await call(updateOrderStatus, { orderId: order.orderId, status: "PENDING" }, { token: admin.token });
    expect((await order.lineOf(figs)).mark).toBeNull();
  });

  test("refuses marks that don't fit their line", async () => {
    const [figs, plums] = [await addProduct(shop), await addProduct(shop, { stock: 1 })];
    const order = await cashOrder({ [figs]: 2 });
    const line = await order.lineOf(figs);
    expect((await order.mark(line, { found: 3, noneLeft: false })).status).toBe(400);
    expect((await order.mark(line, replacement(plums, 2))).status).toBe(400);
    expect((await order.mark(line, replacement(figs, 1))).status).toBe(400);
    expect((await order.mark(line, { ...replacement(plums, 2), found: 0 })).status).toBe(409);
    expect((await order.mark({ ...line, productId: plums }, { found: 1, noneLeft: false })).status).toBe(409);
    expect((await order.mark({ ...line, position: 7 }, { found: 1, noneLeft: false })).status).toBe(404);
    expect((await order.pack()).body.message).toBe("1 product is not picked yet");
    const shopper = await signUp(shop);
    expect((await call(contract.listWaiting, {}, { token: shopper.token })).status).toBe(403);
  });
});

test("what a shopper wants if something is missing is on the list, however it was paid, and binds the picker", async () => {
  const [figs, plums] = [await addProduct(shop, { name: "Figs", price: 4, stock: 10 }), await addProduct(shop, { price: 4, stock: 10 })];
  const similar = await addProduct(shop, { price: 4, stock: 10 });
  const ifMissing = { choice: "similar" as const, except: [{ productId: figs, choice: "refund" as const }] };
  const payer = await newPayer(shop);
  const list_items = [figs, plums].map((productId) => ({ productId, quantity: 2 }));
  const inCash = await call(cashOnDelivery, { list_items, addressId: payer.addressId, ifMissing }, { token: payer.token });
  const { body } = await payer.create({ [figs]: 2, [plums]: 2 }, { ifMissing });
  await sandbox.payer(body.orderId, "approve");
  const paid = await payer.confirm(body.orderId);
  for (const orderId of [inCash.body.data.orderId, paid.body.data.orderId]) {
    const order = await orderOf(payer, orderId);
    expect((await order.lineOf(figs)).ifMissing).toBe("refund");
    expect((await order.lineOf(plums)).ifMissing).toBe("similar");
    const instead = { found: 1, noneLeft: false, replacement: { productId: similar, quantity: 1 } };
    expect((await order.mark(await order.lineOf(plums), instead)).status).toBe(200);
    const refused = await order.mark(await order.lineOf(figs), instead);
    expect([refused.status, refused.body.message]).toEqual([409, "Don't replace Figs: the shopper wants the money back."]);
  }
  const silent = await cashOrder({ [figs]: 1 });
  expect((await silent.lineOf(figs)).ifMissing).toBeNull();
  expect((await silent.details()).products[0]).not.toHaveProperty("ifMissing");
});

test("a shopper who wants to be asked chooses while the order is picked, and the picker sees it", async () => {
  const [figs, plums] = [await addProduct(shop, { name: "Figs", nameEs: "Higos", stock: 10 }), await addProduct(shop, { stock: 10 })];
  const payer = await newPayer(shop);
  const ifMissing = { choice: "ask" as const, except: [{ productId: plums, choice: "similar" as const }] };
  const list_items = [figs, plums].map((productId) => ({ productId, quantity: 2 }));
  const placed = await call(cashOnDelivery, { list_items, addressId: payer.addressId, ifMissing }, { token: payer.token });
  const order = await orderOf(payer, placed.body.data.orderId);
  const { orderId } = order;
  const missing = async (options = {}) => (await call(listMissing, { orderId }, { token: payer.token, ...options })).body.data;
  expect(await missing()).toEqual([]);

  const told: string[] = [];
  const end = shop.shop.invalidations.subscribe((tags) => void told.push(...tags));
  await order.mark(await order.lineOf(plums), { found: 0, noneLeft: false });
  expect(told).not.toContain(`order-changed:${order._id}`);
  const line = await order.lineOf(figs);
  await order.mark(line, { found: 1, noneLeft: false });
  expect(told).toContain(`order-changed:${order._id}`);
  const question = { position: line.position, productId: figs, name: "Figs", unit: "", brand: "", sku: "", quantity: 2, found: 1 };
  expect(await missing()).toEqual([question]);
  expect(await missing({ spoken: "es" })).toEqual([{ ...question, name: "Higos" }]);

  const stranger = await newPayer(shop);
  const answer = (choice: "similar" | "refund", { position, productId }: Pick<PickLine, "position" | "productId">, { token: by } = payer) =>
    call(answerMissing, { orderId, position, productId, choice }, { token: by });
  expect((await answer("refund", line, stranger)).status).toBe(404);
  expect((await call(listMissing, { orderId }, { token: stranger.token })).status).toBe(404);
  told.length = 0;
  expect((await answer("refund", line)).body.message).toBe("Thanks, we'll do that");
  end();
  expect(told).toEqual(expect.arrayContaining([`order-changed:${order._id}`, `order-picked:${order._id}`]));
  expect(await missing()).toEqual([]);
  expect((await order.lineOf(figs)).ifMissing).toBe("refund");
  expect((await answer("refund", line)).status).toBe(200);
  expect((await answer("similar", line)).status).toBe(409);
  expect((await answer("refund", await order.lineOf(plums))).body.message).toBe("You have already chosen.");
  expect((await order.pack()).status).toBe(200);
  expect((await answer("refund", line)).body.message).toBe("Your order is packed already.");
});

describe("packing", () => {
  test("an order with everything in it changes nothing but that it is packed, and can be repeated", async () => {
    const figs = await addProduct(shop, { price: 4, stock: 5 });
    const order = await cashOrder({ [figs]: 2 });
    await order.markRest();
    expect(await order.pack({ bags: 2, packedAmt: 8 })).toMatchObject({ status: 200, body: { data: { totalAmt: 8, returned: 0 } } });
    expect((await order.pack()).status).toBe(200);
    expect(kindsOf(await order.details())).toEqual(["PLACED", "PACKED"]);
    expect(await order.details()).toMatchObject({ status: "PENDING", totalAmt: 8, packedAt: expect.any(String) });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 3, sold: 2, reserved: 0 });
    expect((await order.list()).left).toMatchObject([{ packed: true }]);
    const labels = (await call(contract.bagLabels, { orderIds: order.orderId }, { token })).body.data;
    expect(labels).toMatchObject([{ orderId: order.orderId, bags: 2, collect: 8, delivery_address: { address_line: "12 Market Street" } }]);
    expect((await order.emails()).map(({ subject }) => subject)).toEqual([`Your order ${order.orderId}`]);
  });

  test("lowers a cash order by what is missing; an empty shelf is sold out, other pieces return to stock", async () => {
    const [figs, plums] = [await addProduct(shop, { name: "Figs", price: 4, stock: 9 }), await addProduct(shop, { price: 2, stock: 9 })];
    const order = await cashOrder({ [figs]: 3, [plums]: 2 });
    await order.mark(await order.lineOf(figs), { found: 1, noneLeft: true });
    await order.mark(await order.lineOf(plums), { found: 0, noneLeft: false });
    expect((await order.list()).orders[0]).toMatchObject({ totalAmt: 16, packedAmt: 4 });
    expect(await order.pack({ packedAmt: 16 })).toMatchObject({ status: 409, body: { message: expect.stringContaining("$4.00") } });
    expect((await order.pack({ packedAmt: 4 })).body.data).toEqual({ totalAmt: 4, returned: 0 });
    const details = await order.details();
    expect(details).toMatchObject({ totalAmt: 4, subTotalAmt: 4, payment_status: "CASH ON DELIVERY" });
    expect(details.products).toMatchObject([{ quantity: 1, productId: { _id: figs } }]);
    expect(kindsOf(details)).toEqual(["PLACED", "MISSING", "MISSING", "TOTAL", "PACKED"]);
    expect(details.timeline[1]).toMatchObject({ before: "3 × Figs", after: "1" });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 0, sold: 1, reserved: 0 });
    expect(await piecesOf(shop, plums)).toEqual({ stock: 9, sold: 0, reserved: 0 });
    const [email] = await order.emails();
    expect(email).toMatchObject({ subject: `Your order ${order.orderId}: some items were missing` });
    expect(email!.text).toContain("3 × Figs: only 1 available.");
    expect(email!.text).toContain("Your order now costs $4.00.");
  });

  test("says in Spanish what is missing in a Spanish order", async () => {
    const figs = await addProduct(shop, { name: "Figs", nameEs: "Higos", stock: 9 });
    const plums = await addProduct(shop, { name: "Plums", nameEs: "Ciruelas", stock: 9 });
    const order = await cashOrder({ [figs]: 3, [plums]: 2 }, {}, "es");
    await order.mark(await order.lineOf(figs), { found: 1, noneLeft: false });
    await order.mark(await order.lineOf(plums), { found: 0, noneLeft: false, replacement: { productId: figs, quantity: 1 } });
    expect((await order.pack()).status).toBe(200);
    const recorded = (await order.details()).timeline.map(({ kind, before, after }) => [kind, before, after]);
    expect(recorded).toEqual(
      expect.arrayContaining([
        ["MISSING", "3 × Higos", "1"],
        ["REPLACED", "1 × Ciruelas", "1 × Higos"],
      ]),
    );
    expect((await order.emails())[0]!.text).toContain("3 × Higos: solo había 1.");
  });

  test("replaces pieces by a product that never costs more, and takes it from stock", async () => {
    const figs = await addProduct(shop, { name: "Figs", price: 4, stock: 10 });
    const [dear, cheap] = [await addProduct(shop, { price: 9, stock: 3 }), await addProduct(shop, { price: 3, stock: 3 })];
    const order = await cashOrder({ [figs]: 4 });
    const line = await order.lineOf(figs);
    await order.mark(line, { found: 1, noneLeft: false, replacement: { productId: dear, quantity: 3 } });
    expect((await order.lineOf(figs)).mark?.replacement).toMatchObject({ price: 4 });
    await order.mark(line, { found: 2, noneLeft: false, replacement: { productId: cheap, quantity: 2 } });
    const other = await cashOrder({ [figs]: 1 });
    await other.mark(await other.lineOf(figs), { found: 0, noneLeft: false, replacement: { productId: dear, quantity: 1 } });
    expect((await order.pack({ packedAmt: 14 })).status).toBe(200);
    expect((await other.pack({ packedAmt: 4 })).status).toBe(200);
    expect((await order.details()).products).toMatchObject([
      { quantity: 2, product_details: { name: "Figs", paid_price: 4 } },
      { quantity: 2, productId: { _id: cheap }, product_details: { paid_price: 3, replaces: "Figs" } },
    ]);
    expect((await other.details()).products).toMatchObject([
      { productId: { _id: dear }, product_details: { unit_price: 4, discount: 0, paid_price: 4 } },
    ]);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 8, sold: 2, reserved: 0 });
    expect(await piecesOf(shop, cheap)).toEqual({ stock: 1, sold: 2, reserved: 0 });
    expect(await piecesOf(shop, dear)).toEqual({ stock: 2, sold: 1, reserved: 0 });
    // What is in the bag goes back to the shelves.
    await call(updateOrderStatus, { orderId: order.orderId, status: "CANCELLED" }, { token: admin.token });
    expect(await piecesOf(shop, cheap)).toEqual({ stock: 3, sold: 0, reserved: 0 });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 10, sold: 0, reserved: 0 });
  });

  test("that is canceled and reopened sells no more pieces at a replacement's price or for what was weighed", async () => {
    const [figs, dear] = [await addProduct(shop, { price: 4, stock: 10 }), await addProduct(shop, { price: 50, stock: 10 })];
    const nuts = await addProduct(shop, { price: 4, stock: 100, weighedBy: "weight", weighedGrams: 100 });
    const order = await cashOrder({ [figs]: 1, [nuts]: 5 });
    await order.mark(await order.lineOf(figs), { found: 0, noneLeft: true, replacement: { productId: dear, quantity: 1 } });
    await order.mark(await order.lineOf(nuts), { found: 5, noneLeft: false, grams: 430 });
    expect((await order.pack({ packedAmt: 5.72 })).status).toBe(200);
    expect((await order.cancel()).status).toBe(200);
    expect((await call(updateOrderStatus, { orderId: order.orderId, status: "PENDING" }, { token: admin.token })).status).toBe(200);
    const change = (dearPieces: number, nutPieces: number) => order.change({ [dear]: dearPieces, [nuts]: nutPieces });
    // $4 + 2 × $50, and $1.72 + 0.5 kg at $4.
    expect((await change(3, 10)).status).toBe(200);
    expect((await order.details()).totalAmt).toBe(107.72);
    expect((await change(1, 3)).status).toBe(200);
    expect((await order.details()).totalAmt).toBe(5.2);
  });

  test("says which size replaces which, in the timeline, on the order and in the email", async () => {
    const oatDrink = { name: "Oat Drink", nameEs: "Bebida de avena", brand: "Acme", price: 3, stock: 9 };
    const large = await addProduct(shop, { ...oatDrink, unit: "1 l", unitEs: "1 litro" });
    const small = await addProduct(shop, { ...oatDrink, unit: "500 ml", unitEs: "medio litro" });
    for (const [spoken, before, after, name] of [
      ["en", "1 × Oat Drink (Acme · 1 l)", "1 × Oat Drink (Acme · 500 ml)", "Oat Drink (Acme · 1 l)"],
      ["es", "1 × Bebida de avena (Acme · 1 litro)", "1 × Bebida de avena (Acme · medio litro)", "Bebida de avena (Acme · 1 litro)"],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      const order = await cashOrder({ [large]: 1 }, {}, spoken);
      const mark = { found: 0, noneLeft: false, replacement: { productId: small, quantity: 1 } };
      await order.mark(await order.lineOf(large), mark);
      expect((await order.pack()).status).toBe(200);
      const { timeline, products } = await order.details();
      expect(timeline).toEqual(expect.arrayContaining([expect.objectContaining({ kind: "REPLACED", before, after })]));
      expect(products[0]!.product_details.replaces).toBe(name);
      const text = (await order.emails())[0]!.text;
      expect(text).toContain(spoken === "es" ? `${after} en lugar de ${before}` : `${after} instead of ${before}`);
    }
  });

  test("needs an admin to give away more than the refund limit by dearer replacements, also of an unpaid order", async () => {
    const [figs, caviar, plums, peas] = [
      await addProduct(shop, { name: "Figs", price: 2 }),
      await addProduct(shop, { price: 27.01, stock: 5 }),
      await addProduct(shop, { price: 1, weighedBy: "piece", weighedGrams: 500 }),
      await addProduct(shop, { price: 25.51, stock: 5 }),
    ];
    const order = await cashOrder({ [figs]: 2, [plums]: 1 });
    const limited = "Only an admin can refund or give away more than $50.00. Ask one to pack this order: what you marked is saved.";
    const needsAdmin = async () => (await order.list()).orders[0].needsAdmin;
    await order.mark(await order.lineOf(figs), { found: 1, noneLeft: false, replacement: { productId: caviar, quantity: 1 } });
    await order.mark(await order.lineOf(plums), { found: 0, noneLeft: false, replacement: { productId: peas, quantity: 1 } });
    // Worth 52.52, charged 2.00 + 0.50.
    expect(await needsAdmin()).toBe(true);
    expect(await order.pack()).toMatchObject({ status: 403, body: { message: limited } });
    expect(await piecesOf(shop, caviar)).toMatchObject({ stock: 5 });
    expect(kindsOf(await order.details())).not.toContain("PACKED");

    await shop.shop.database.db.execute(sql`update product set price_cents = 2549 where id = ${peas}`);
    expect(await needsAdmin()).toBe(false);
    await shop.shop.database.db.execute(sql`update product set price_cents = 9999 where id = ${peas}`);
    expect((await call(contract.packOrder, { orderId: order.orderId }, { token: admin.token })).body.data).toEqual({
      totalAmt: 4.5,
      returned: 0,
    });
  });

  test("needs an admin to give away more than the refund limit, however often the order is packed", async () => {
    const [bananas, beans] = [await addProduct(shop, { price: 1.59 }), await addProduct(shop, { price: 1.25 })];
    const [glasses, picanha] = [await addProduct(shop, { price: 32.4, stock: 5 }), await addProduct(shop, { price: 29.99, stock: 5 })];
    const order = await cashOrder({ [bananas]: 1, [beans]: 1 });
    await order.mark(await order.lineOf(bananas), replacedBy(glasses));
    await order.markRest();
    expect((await order.pack()).status).toBe(200);
    for (const status of ["CANCELLED", "PENDING"] as const)
      expect((await call(updateOrderStatus, { orderId: order._id, status }, { token: admin.token })).status).toBe(200);
    await order.mark(await order.lineOf(beans), replacedBy(picanha));
    await order.markRest();
    // 30.81 were given away before, and 28.74 would be now.
    expect((await order.pack()).status).toBe(403);
    expect((await call(contract.packOrder, { orderId: order._id }, { token: admin.token })).status).toBe(200);
    const { timeline } = await order.details();
    expect(timeline.filter(({ kind }) => kind === "PACKED").map(({ after }) => after)).toEqual(["30.81", "28.74"]);
  });

  test("needs an admin to give away more than the refund limit by weight", async () => {
    const [saffron, bananas] = [
      await addProduct(shop, { price: 900, weighedBy: "weight", weighedGrams: 100 }),
      await addProduct(shop, { price: 1.59 }),
    ];
    const melon = await addProduct(shop, { price: 100, weighedBy: "piece", weighedGrams: 100, stock: 5 });
    const heavy = await cashOrder({ [saffron]: 1 });
    const weigh = async (grams: number) => heavy.mark(await heavy.lineOf(saffron), { found: 1, grams, noneLeft: false });
    await weigh(50_000);
    expect((await heavy.list()).orders[0].needsAdmin).toBe(true);
    expect((await heavy.pack()).status).toBe(403);
    await weigh(155);
    expect((await heavy.pack()).body.data).toEqual({ totalAmt: 90, returned: 0 });
    expect((await heavy.details()).timeline.at(-1)).toMatchObject({ kind: "PACKED", after: "49.50" });

    const replaced = await cashOrder({ [bananas]: 1 });
    const heavyMelon = { productId: melon, quantity: 1, grams: 15_000 };
    await replaced.mark(await replaced.lineOf(bananas), { found: 0, noneLeft: false, replacement: heavyMelon });
    expect((await replaced.pack()).status).toBe(403);

    const pieces = await cashOrder({ [melon]: 2 });
    const line = await pieces.lineOf(melon);
    await pieces.mark(line, { found: 1, grams: 701, noneLeft: false });
    expect((await pieces.list()).orders[0].needsAdmin).toBe(true);
    expect((await pieces.pack()).status).toBe(403);
    await pieces.mark(line, { found: 1, grams: 600, noneLeft: false });
    expect((await pieces.pack()).status).toBe(200);
    expect((await pieces.details()).timeline.at(-1)).toMatchObject({ kind: "PACKED", after: "50.00" });
  });

  test("is refused, with nothing changed, when a replacement has run out or nothing was found", async () => {
    const [figs, plums] = [await addProduct(shop, { stock: 5 }), await addProduct(shop, { name: "Plums", nameEs: "Ciruelas", stock: 1 })];
    const order = await cashOrder({ [figs]: 1 });
    const line = await order.lineOf(figs);
    await order.mark(line, { found: 0, noneLeft: true, replacement: { productId: plums, quantity: 1 } });
    await cashOrder({ [plums]: 1 });
    expect(await order.pack()).toMatchObject({ status: 409, body: { message: "Plums is sold out. Choose another replacement." } });
    expect((await order.pack({}, "es")).body.message).toBe("Ciruelas: agotado. Elige otro reemplazo.");
    await order.mark(line, { found: 0, noneLeft: true });
    expect((await order.pack()).body.message).toBe("Nothing in this order was found. Cancel it instead.");
    expect(await piecesOf(shop, figs)).toEqual({ stock: 4, sold: 1, reserved: 0 });
    expect(kindsOf(await order.details())).toEqual(["PLACED"]);
  });

  test("gives each line's part of a coupon back, for any order to the cent", async () => {
    const product = await addProduct(shop, { price: 3.33, stock: 99 });
    // $1.00 off: 9.99 − 1.00.
    const coupon = await addCoupon(shop, { code: "ONE", kind: "amount", value: 1 });
    const order = await cashOrder({ [product]: 3 }, { coupon: coupon.code });
    await order.mark(await order.lineOf(product), { found: 2, noneLeft: false });
    // 6.66 − 0.67, rounded in the shopper's favor.
    expect((await order.pack()).body.data).toEqual({ totalAmt: 5.99, returned: 0 });
    expect(await order.details()).toMatchObject({ totalAmt: 5.99, coupon: { code: "ONE", amount: 0.67 } });
    expect(await couponNow(shop, coupon.id)).toMatchObject({ uses: 1, given: 0.67 });
  });
});

test("a coupon whose products are all missing counts as unused", async () => {
  const [figs, plums] = [await addProduct(shop, { price: 4, stock: 9 }), await addProduct(shop, { price: 4, stock: 9 })];
  const { categoryId } = await addShelf(shop, [figs]);
  const coupon = await addCoupon(shop, { shelf: { kind: "category", _id: categoryId }, value: 50 });
  const order = await cashOrder({ [figs]: 1, [plums]: 1 }, { coupon: coupon.code });
  expect(await couponNow(shop, coupon.id)).toMatchObject({ uses: 1, given: 2 });
  await order.mark(await order.lineOf(figs), { found: 0, noneLeft: true });
  await order.markRest();
  expect((await order.pack({ packedAmt: 4 })).status).toBe(200);
  expect(await couponNow(shop, coupon.id)).toMatchObject({ uses: 0, given: 0 });
  expect(await order.details()).toMatchObject({ totalAmt: 4, status: "PENDING" });
  expect(await order.details()).not.toHaveProperty("coupon");
  expect((await order.cancel()).status).toBe(200);
  expect(await couponNow(shop, coupon.id)).toMatchObject({ uses: 0, given: 0 });
});

describe("what is priced by weight", () => {
  const loose = { weighedBy: "weight", weighedGrams: 100 } as const;
  const mango = { weighedBy: "piece", weighedGrams: 300 } as const;

  test("is ordered by an estimate, weighed, and a lighter result goes back through the provider once", async () => {
    const apples = await addProduct(shop, { name: "Loose Apples", price: 3.98, stock: 50, ...loose });
    const mangoes = await addProduct(shop, { name: "Mangoes", price: 6, discount: 10, stock: 10, ...mango });
    // 5 × 100 g at $3.98/kg, and 3 × 300 g at $5.40/kg.
    const order = await paidOrder({ [apples]: 5, [mangoes]: 3 });
    expect(await order.details()).toMatchObject({
      totalAmt: 6.85,
      subTotalAmt: 7.39,
      products: [
        { quantity: 5, product_details: { unit_price: 3.98, paid_price: 3.98, weighed: { by: "weight", grams: 100 } } },
        { quantity: 3, product_details: { unit_price: 6, paid_price: 5.4, weighed: { by: "piece", grams: 300 } } },
      ],
    });
    expect((await order.details()).products[0]!.product_details).not.toHaveProperty("grams");
    expect(await piecesOf(shop, apples)).toEqual({ stock: 45, sold: 5, reserved: 0 });

    const line = await order.lineOf(apples);
    expect(line).toMatchObject({ quantity: 5, price: 3.98, weighed: { by: "weight", grams: 100 } });
    expect(await order.mark(line, { found: 5, noneLeft: false })).toMatchObject({
      status: 400,
      body: { message: "mark is for 0.5 kg of Loose Apples at most, with its weight" },
    });
    expect((await order.mark(line, { found: 5, grams: 430, noneLeft: false })).status).toBe(200);
    // Heavier than estimated.
    expect((await order.mark(await order.lineOf(mangoes), { found: 3, grams: 1100, noneLeft: false })).status).toBe(200);
    expect((await order.lineOf(apples)).mark).toEqual({ found: 5, grams: 430, noneLeft: false, replacement: null });
    expect((await order.list()).orders).toMatchObject([{ totalAmt: 6.85, packedAmt: 6.57 }]);
    expect((await order.pack({ packedAmt: 6.57 })).body.data).toEqual({ totalAmt: 6.57, returned: 0.28 });
    await doJobs();
    expect(await refundedAtProvider(order._id)).toBe(28);

    const details = await order.details();
    expect(details).toMatchObject({ totalAmt: 6.57, subTotalAmt: 7.11 });
    expect(details.products.map(({ quantity, product_details: { grams } }) => [quantity, grams])).toEqual([
      [5, 430],
      [3, 900],
    ]);
    expect(details.timeline.find(({ kind }) => kind === "WEIGHED")).toMatchObject({ before: "0.5 kg of Loose Apples", after: "0.43 kg" });
    const [email] = await order.emails();
    expect(email).toMatchObject({ subject: `Your order ${order.orderId} costs less now` });
    for (const words of ["0.43 kg instead of 0.5 kg of Loose Apples.", "0.43 kg × $3.98/kg", "3 · 0.9 kg × $5.40/kg", "$6.57"])
      expect(email!.text).toContain(words);
    expect(await piecesOf(shop, apples)).toEqual({ stock: 45, sold: 5, reserved: 0 });
  });

  test("returns whole steps that nobody needs, and those that something else replaces", async () => {
    const [apples, pears] = [
      await addProduct(shop, { name: "Loose Apples", price: 3.98, stock: 50, ...loose }),
      await addProduct(shop, { name: "Loose Pears", price: 5, stock: 50, ...loose }),
    ];
    const order = await cashOrder({ [apples]: 5, [await addProduct(shop, { price: 4 })]: 1 });
    const line = await order.lineOf(apples);
    const half = { found: 3, grams: 230, noneLeft: false };
    const replaced = { productId: pears, quantity: 2, grams: 190 };
    expect((await order.mark(line, { ...half, replacement: replaced })).status).toBe(200);
    await order.markRest();
    // 0.23 kg and 0.19 kg at $3.98, and the figs.
    expect((await order.pack({ packedAmt: 5.68 })).status).toBe(200);
    expect((await order.details()).products.map(({ quantity, product_details: { name, grams } }) => [name, quantity, grams])).toEqual([
      ["Loose Apples", 3, 230],
      ["Loose Pears", 2, 190],
      [expect.any(String), 1, undefined],
    ]);
    expect(await piecesOf(shop, apples)).toEqual({ stock: 47, sold: 3, reserved: 0 });
    expect(await piecesOf(shop, pears)).toEqual({ stock: 48, sold: 2, reserved: 0 });
  });

  test("replaces what is packed, and the other way round, never for more than what is missing", async () => {
    const apples = await addProduct(shop, { name: "Loose Apples", price: 3.98, stock: 50, ...loose });
    const bags = await addProduct(shop, { name: "Bag of Apples", price: 1.5, stock: 5 });
    const figs = await addProduct(shop, { name: "Figs", price: 4, stock: 10 });
    const looseFigs = await addProduct(shop, { name: "Loose Figs", price: 6, stock: 50, ...loose });
    const melons = await addProduct(shop, { name: "Melon", price: 8, stock: 10, ...mango });
    const plums = await addProduct(shop, { name: "Plums", price: 2, stock: 10 });
    const order = await paidOrder({ [apples]: 5, [figs]: 2, [plums]: 1 });
    expect(await order.details()).toMatchObject({ totalAmt: 11.99 });
    const bag = { productId: bags, quantity: 1 };
    await order.mark(await order.lineOf(apples), { found: 3, grams: 230, noneLeft: false, replacement: bag });
    // How many steps these are follows from their weight.
    const weighed = { productId: looseFigs, quantity: 1, grams: 430 };
    await order.mark(await order.lineOf(figs), { found: 1, noneLeft: false, replacement: weighed });
    await order.mark(await order.lineOf(plums), { found: 0, noneLeft: true, replacement: { productId: melons, quantity: 1, grams: 290 } });
    const lines = await order.lines();
    expect(lines.map(stateOf)).toEqual(["replaced", "replaced", "replaced"]);
    expect((await order.lineOf(figs)).mark?.replacement).toMatchObject({ quantity: 5, grams: 430, price: 6 });
    expect(lines.map(lineWords).toSorted()).toEqual([
      "0 of 1 found, 1 × Melon instead",
      "0.23 kg found, 1 × Bag of Apples instead",
      "1 of 2 found, 0.43 kg of Loose Figs instead",
    ]);
    // The bag of $1.50 for the $1.07 of apples that are missing, 0.43 kg of figs at $6, and the melon of $2.32 for plums of $2.
    const packed = await Promise.all([1, 2, 3].map(() => order.pack({ packedAmt: 10.57 })));
    expect(packed.map(({ status }) => status)).toEqual([200, 200, 200]);
    const details = await order.details();
    expect(details.totalAmt).toBe(10.57);
    expect(details.products.map(({ quantity, product_details: { name, grams, replaces } }) => [name, quantity, grams, replaces])).toEqual([
      ["Loose Apples", 3, 230, undefined],
      ["Bag of Apples", 1, undefined, "Loose Apples"],
      ["Figs", 1, undefined, undefined],
      ["Loose Figs", 5, 430, "Figs"],
      ["Melon", 1, 290, "Plums"],
    ]);
    expect(details.timeline.filter(({ kind }) => ["REPLACED", "MISSING"].includes(kind))).toMatchObject([
      { before: "0.2 kg of Loose Apples", after: "1 × Bag of Apples" },
      { before: "1 × Figs", after: "0.43 kg of Loose Figs" },
      { before: "1 × Plums", after: "1 × Melon" },
    ]);
    await doJobs();
    expect(await differencesOf(order._id)).toEqual([{ cents: 142, status: "DONE" }]);
    expect(await refundedAtProvider(order._id)).toBe(142);
    const stocks = await Promise.all([apples, bags, figs, looseFigs, melons, plums].map((product) => piecesOf(shop, product)));
    expect(stocks.map(({ stock, sold }) => [stock, sold])).toEqual([
      [47, 3],
      [4, 1],
      [9, 1],
      [45, 5],
      [9, 1],
      [0, 0],
    ]);
  });
});

test("a picker learns name, address and phone of orders that wait, never an email address, and nothing of orders that were sent", async () => {
  const order = await cashOrder({ [await addProduct(shop, { price: 3 })]: 2 });
  const { email, name } = order.payer.user;
  const readAll = async () => {
    const answers = [
      await call(contract.listWaiting, {}, { token }),
      await call(contract.pickList, { orderIds: order.orderId }, { token }),
      await call(contract.bagLabels, { orderIds: order.orderId }, { token }),
    ];
    return answers.map(({ body }) => JSON.stringify(body.data));
  };
  const [waiting, list, noLabels] = await readAll();
  expect([waiting, list].every((text) => text!.includes(name))).toBe(true);
  expect(noLabels).toBe("[]");
  await order.markRest();
  await order.pack();
  const [, , labels] = await readAll();
  const { address_line, mobile } = (await order.details()).delivery_address;
  for (const text of [name, address_line, mobile]) expect(labels).toContain(text);
  expect((await readAll()).join()).not.toContain(email);

  await call(updateOrderStatus, { orderId: order.orderId, status: "SHIPPED" }, { token: admin.token });
  const sent = (await readAll()).join();
  for (const text of [address_line, mobile]) expect(sent).not.toContain(text);
  expect((await readAll())[1]).toBe(
    JSON.stringify({ orders: [], lines: [], left: [{ orderId: order.orderId, status: "SHIPPED", packed: true }] }),
  );
});
