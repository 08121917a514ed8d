import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkSlotBooks, daily, setDelivery, slotsOf, zone } from "../../../tests/support/delivery.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop, type Payer } from "../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { updateOrderStatus } from "../orders/admin/contract.ts";
import { cancelOrder, cashOnDelivery, listOrders, type Order } from "../orders/contract.ts";
import * as contract from "./contract.ts";
import { expirePayment } from "./expire-payment.ts";

const shop = await openPayingShop();
const { call, sandbox } = shop;
const { database } = shop.shop;
const rice = await addProduct(shop, { name: "Rice", price: 10, stock: 1000 });

beforeEach(async () => {
  vi.restoreAllMocks();
  await setDelivery(shop, { zones: [zone({ times: [daily(2)] })] });
});
afterEach(() => checkSlotBooks(shop.shop));

/** Orders rice in cash. */
const order = ({ token, addressId }: Payer, quantity: number, more: object = {}) =>
  call(cashOnDelivery, { list_items: [{ productId: rice, quantity }], addressId, ...more }, { token });
const at = (slot: string) => ({ delivery: { way: "delivery" as const, slot } });
/** A time far enough ahead that it won't close during the test, with this many places taken by nobody else. */
async function freshSlot(from: string, capacity = 2): Promise<string> {
  await setDelivery(shop, { zones: [zone({ times: [daily(capacity, { from, to: "23:00" })] })] });
  return (await slotsOf(shop))[5]!.id;
}
const leftOf = async (id: string) => (await slotsOf(shop)).find((slot) => slot.id === id)?.left;
const ordersOf = async ({ token }: Payer): Promise<Order[]> => (await call(listOrders, {}, { token })).body.data;
const problem = (name: string) => ({ status: 409, body: { data: { reason: "delivery", problem: name } } });

test("while delivery is off, an order is as before, without any additional query", async () => {
  await setDelivery(shop, { on: false });
  const ana = await newPayer(shop);
  const placed = (await order(ana, 1, { expectedTotal: 10 })).body.data;
  expect(placed).toMatchObject({ totalAmt: 10 });
  expect(placed).not.toHaveProperty("delivery");
  expect(placed).not.toHaveProperty("deliveryFee");
  expect(await order(ana, 1, { delivery: { way: "collection" } })).toMatchObject(problem("not offered"));
  expect(await order(ana, 1, at("any"))).toMatchObject(problem("no times"));
});

test("the fee of the zone is charged, unless the goods are worth enough, and a changed fee is announced first", async () => {
  await setDelivery(shop, { zones: [zone({ fee: 3.5, freeFrom: 30, minimum: 20 })] });
  const ana = await newPayer(shop);
  const small = await order(ana, 1);
  expect(small).toMatchObject(problem("below minimum"));
  expect(small.body.message).toBe("Orders to Centro start at $20.00. Add $10.00 more.");
  expect(await order(ana, 2, { expectedTotal: 20 })).toMatchObject({
    status: 409,
    body: { data: { reason: "price", totalAmt: 23.5, deliveryFee: 3.5 } },
  });
  const agreed = { way: "delivery", zone: "Centro", address: "", slot: null };
  expect((await order(ana, 2, { expectedTotal: 23.5 })).body.data).toMatchObject({ totalAmt: 23.5, deliveryFee: 3.5, delivery: agreed });
  const free = (await order(ana, 3, { expectedTotal: 30 })).body.data;
  expect(free).toMatchObject({ totalAmt: 30, delivery: agreed });
  expect(free).not.toHaveProperty("deliveryFee");
});

test("an address outside of all zones is refused, and so is pickup where it is not offered", async () => {
  const ana = await newPayer(shop);
  const far = await addAddress(shop, ana.user._id, { pincode: "99999", city: "Cusco" });
  expect(await order(ana, 1, { addressId: far })).toMatchObject(problem("not here"));
  expect(await order(ana, 1, { delivery: { way: "collection" } })).toMatchObject(problem("not offered"));
  await setDelivery(shop, { zones: [zone({ fee: 5 })], collection: { address: "1 Shop Street", times: [] } });
  const collected = await order(ana, 1, { addressId: far, expectedTotal: 10, delivery: { way: "collection" } });
  expect(collected.body.data).toMatchObject({
    totalAmt: 10,
    delivery: { way: "collection", zone: "", address: "1 Shop Street", slot: null },
  });
});

test("a time has to be chosen, and one that has closed or is full is refused before paying", async () => {
  const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
  expect(await order(ana, 1)).toMatchObject(problem("no slot"));
  expect(await order(ana, 1, at("x:2020-01-01:09:00-12:00"))).toMatchObject(problem("slot gone"));
  const slot = await freshSlot("10:00");
  expect((await order(ana, 1, at(slot))).body.data.delivery).toMatchObject({
    way: "delivery",
    slot: { id: slot, from: "10:00", to: "23:00" },
  });
  expect((await order(berta, 1, at(slot))).status).toBe(200);
  expect(await leftOf(slot)).toBe(0);
  const full = await order(berta, 1, at(slot));
  expect(full).toMatchObject(problem("slot gone"));
  expect(full.body.message).toBe("That time is full now. Choose another one.");
  expect(
    (await call(contract.createPayPalOrder, { list_items: [{ productId: rice, quantity: 1 }], addressId: ana.addressId, ...at(slot) }, ana))
      .body,
  ).toMatchObject({ data: { problem: "slot gone" } });
});

test("whoever chose a time that the shop has since stopped offering is told before anything is ordered or paid", async () => {
  const ana = await newPayer(shop);
  const slot = await freshSlot("09:30");
  await setDelivery(shop, { zones: [zone()], collection: { address: "1 Shop Street", times: [] } });
  const collected = { delivery: { way: "collection" as const, slot } };
  for (const chosen of [at(slot), collected])
    for (const answer of [await order(ana, 1, chosen), await ana.create({ [rice]: 1 }, chosen)]) {
      expect(answer).toMatchObject(problem("no times"));
      expect(answer.body.message).toBe("Times can no longer be chosen. Check your order and try again.");
    }
  expect(await ordersOf(ana)).toEqual([]);
  expect((await order(ana, 1)).body.data.delivery).toMatchObject({ way: "delivery", slot: null });
});

test("canceling gives the place back, and reopening takes it again, even if it is full by now", async () => {
  const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
  const slot = await freshSlot("11:00", 1);
  const placed = (await order(ana, 1, at(slot))).body.data;
  expect(await leftOf(slot)).toBe(0);
  for (let n = 0; n < 2; n++) expect((await call(cancelOrder, { orderId: placed.orderId }, ana)).status).toBe(200);
  expect(await leftOf(slot)).toBe(1);
  expect((await order(berta, 1, at(slot))).status).toBe(200);
  const admin = await makeAdmin(shop);
  expect((await call(updateOrderStatus, { orderId: placed._id, status: "PENDING" }, admin)).status).toBe(200);
  expect(await leftOf(slot)).toBe(0);
  expect((await call(updateOrderStatus, { orderId: placed._id, status: "SHIPPED" }, admin)).status).toBe(200);
});

test("a payment holds the place, and gives it back when it is canceled, runs out of time or is replaced", async () => {
  const ana = await newPayer(shop);
  const slot = await freshSlot("12:00", 1);
  const begin = async () => (await ana.create({ [rice]: 1 }, at(slot))).body.orderId as string;
  await call(contract.cancelPayment, { orderId: await begin() }, ana);
  expect(await leftOf(slot)).toBe(1);

  const ref = await begin();
  expect(await leftOf(slot)).toBe(0);
  const { rows } = await database.db.execute<{ id: string }>(
    sql`update payment_attempt set expires_at = now() where provider_ref = ${ref} returning id`,
  );
  await expirePayment(shop.shop, rows[0]!.id);
  expect(await leftOf(slot)).toBe(1);

  // A shopper's own open payment never blocks them.
  await begin();
  await begin();
  expect(await leftOf(slot)).toBe(0);
  expect((await order(ana, 1, at(slot))).status).toBe(200);
  expect(await leftOf(slot)).toBe(0);
});

test("what PayPal takes, the order charges and the refund gives back is the same sum, with the fee", async () => {
  await setDelivery(shop, { zones: [zone({ fee: 3.33, times: [daily(9, { from: "13:00", to: "14:00" })] })] });
  const slot = (await slotsOf(shop))[5]!.id;
  const ana = await newPayer(shop);
  const { body } = await ana.create({ [rice]: 1 }, { ...at(slot), expectedTotal: 13.33 });
  await sandbox.payer(body.orderId, "approve");
  expect((await ana.confirm(body.orderId)).status).toBe(200);
  const [paid] = await ordersOf(ana);
  expect(paid).toMatchObject({ totalAmt: 13.33, deliveryFee: 3.33, payment_status: "PAID", delivery: { slot: { id: slot } } });
  expect(await leftOf(slot)).toBe(8);
  await call(cancelOrder, { orderId: paid!.orderId }, ana);
  await shop.doJobs();
  expect(await ordersOf(ana)).toMatchObject([{ payment_status: "REFUNDED" }]);
  const { rows } = await database.db.execute(sql`select refunded_cents::int from payment_attempt where provider_ref = ${body.orderId}`);
  expect(rows).toEqual([{ refunded_cents: 1333 }]);
  expect(await leftOf(slot)).toBe(9);
});

test("money that arrives after the place was given to someone else is refunded", async () => {
  const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
  const slot = await freshSlot("14:00", 1);
  const late = async (payer: Payer) => {
    const { body } = await payer.create({ [rice]: 1 }, at(slot));
    await sandbox.payer(body.orderId, "approve");
    await database.db.execute(sql`update payment_attempt set expires_at = now() where provider_ref = ${body.orderId}`);
    const { rows } = await database.db.execute<{ id: string }>(sql`select id from payment_attempt where provider_ref = ${body.orderId}`);
    await expirePayment(shop.shop, rows[0]!.id);
    return body.orderId as string;
  };
  const first = await late(ana);
  expect((await ana.confirm(first)).status).toBe(200);
  expect(await leftOf(slot)).toBe(0);
  await call(cancelOrder, { orderId: (await ordersOf(ana))[0]!.orderId }, ana);
  const second = await late(berta);
  expect((await order(ana, 1, at(slot))).status).toBe(200);
  // Nothing was taken yet, so there is nothing to refund.
  expect((await berta.confirm(second)).status).toBe(409);
  expect(await ordersOf(berta)).toEqual([]);
  await shop.doJobs();
});
