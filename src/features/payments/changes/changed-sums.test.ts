import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { toCents } from "#shared/money.ts";
import { changingShop, type Items } from "../../../../tests/support/changing-shop.ts";
import { addCoupon } from "../../../../tests/support/coupons.ts";
import { setDelivery, zone } from "../../../../tests/support/delivery.ts";
import { addProduct, addShelf } from "../../../../tests/support/goods.ts";
import { checkBooks } from "../../../../tests/support/books.ts";
import { newPayer, openPayingShop, type Payer } from "../../../../tests/support/paying-shop.ts";
import { randomNumbers } from "../../../../tests/support/random-numbers.ts";
import { LONG } from "../../../../tests/support/rounds.ts";
import { settingsOf } from "../../../../tests/support/settings.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { containedTax } from "../../cart/sums/rules.ts";
import { bestSellers, sales } from "../../dashboard/contract.ts";
import { cashOnDelivery, getOrder, type OrderDetails } from "../../orders/contract.ts";
import { markPicked, packOrder, pickList } from "../../pick/contract.ts";
import { readPaymentsOf } from "../store.ts";
import { changeDelivery, quoteDelivery } from "./contract.ts";

const shop = await openPayingShop();
const { call, doJobs } = shop;
const { db } = shop.shop.database;
const { token: admin } = await makeAdmin(shop);
const change = await settingsOf(shop);
const { cashOrder, paidOrder } = changingShop(shop);

const someWay = (random: (below: number) => number) => ({ way: random(2) ? "delivery" : "collection" }) as const;

test("random orders with coupons, fees, tax, changes, switches to pickup and short picks add up to the cent everywhere", async () => {
  const random = randomNumbers(5);
  const products = await Promise.all(
    Array.from({ length: 6 }, () => addProduct(shop, { price: (random(900) + 1) / 100, discount: random(3) * 7, stock: 5000 })),
  );
  await addShelf(shop, products.slice(0, 3));
  await setDelivery(shop, { zones: [zone({ fee: 1.99, freeFrom: 20 })], collection: { address: "12 Market Street", times: [] } });
  await change({ taxHundredths: 10_50 });
  const basket = (): Items => Object.fromEntries(products.filter(() => random(2)).map((id) => [id, random(5) + 1]));
  const some = () => {
    const items = basket();
    return Object.keys(items).length > 0 ? items : { [products[0]!]: 1 };
  };
  let [kept, expected, dearer] = [0, 0, 0];
  const [paidBefore, expectedBefore] = await taken();
  for (let round = 0; round < 16; round++) {
    const { code } = await addCoupon(shop, random(2) ? { value: random(60) + 1 } : { kind: "amount", value: (random(500) + 1) / 100 });
    const isPaid = round % 2 === 0;
    const order = await (isPaid ? paidOrder : cashOrder)(some(), { delivery: someWay(random), ...(random(3) > 0 && { coupon: code }) });
    for (let changes = random(3) + 1; changes > 0; changes--) {
      const wanted = some();
      const delivery = someWay(random);
      const { data: quoted } = (await order.quote(wanted, { delivery })).body;
      const seen = { delivery, expectedTotal: quoted.totalAmt };
      expect((await order.change(wanted, seen)).status).toBe(quoted.settlement === "pay now" ? 409 : 200);
      if (quoted.settlement === "pay now") {
        const { body } = await order.pay(wanted, seen);
        expect(body).toMatchObject({ success: true });
        const { orderId } = body.data;
        await shop.sandbox.payer(orderId, "approve");
        expect((await order.payer.confirm(orderId)).body.data).toEqual({ orderId: order.orderId });
        dearer += 1;
      }
      expect((await order.details()).totalAmt).toBe(quoted.totalAmt);
    }
    if (random(2)) await switchAsStaff(await order.details(), someWay(random));
    if (random(2)) await pickShort(await order.details(), random);
    const now = await order.details();
    await expectSum(now);
    for (let n = 0; n < 3; n++) await doJobs();
    if (isPaid) {
      const payments = await readPaymentsOf(db, now._id);
      const held = payments.reduce((sum, { totalCents, refundedCents }) => sum + totalCents - refundedCents, 0);
      expect([round, held]).toEqual([round, toCents(now.totalAmt)]);
      kept += toCents(now.totalAmt);
    } else expected += toCents(now.totalAmt);
  }
  expect(dearer).toBeGreaterThan(5);
  await checkBooks(shop, 5000);
  const [paid, due] = await taken();
  expect([paid - paidBefore, due - expectedBefore]).toEqual([kept, expected]);
  const { categories } = (await call(bestSellers, undefined, { token: admin })).body.data as {
    categories: { revenue: number; expected: number }[];
  };
  const sumOf = (field: "revenue" | "expected") => categories.reduce((sum, one) => sum + toCents(one[field]), 0);
  expect([sumOf("revenue"), sumOf("expected")]).toEqual([paid, due]);
}, 240_000);

/** Orders, five at a time. */
const ORDERS = LONG ? 500 : 75;

test(`${ORDERS} random orders with coupons, fees, tax and short picks add up to the cent, in cash and with PayPal`, async () => {
  const random = randomNumbers(18);
  const products = await Promise.all(
    Array.from({ length: 8 }, () => addProduct(shop, { price: (random(1500) + 1) / 100, discount: random(4) * 7, stock: 5000 })),
  );
  await setDelivery(shop, { zones: [zone({ fee: 3.49, freeFrom: 25 })], collection: { address: "12 Market Street", times: [] } });
  await change({ taxHundredths: 18_00 });
  const coupons = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      addCoupon(shop, n % 2 ? { value: random(70) + 1 } : { kind: "amount", value: (random(400) + 1) / 100 }),
    ),
  );
  const before = await taken();
  const sums = { kept: 0, expected: 0, coupons: 0, fees: 0, short: 0, paid: 0 };

  const orderOf = async (payer: Payer, isPaid: boolean): Promise<string> => {
    const items = { [products[random(8)]!]: random(6) + 1, [products[random(8)]!]: random(3) + 1 };
    const more = { delivery: someWay(random), ...(random(2) && { coupon: coupons[random(10)]!.code }) };
    if (isPaid) {
      const { status, body } = await payer.create(items, more);
      // Below PayPal's smallest amount, it is paid in cash.
      if (status === 200) {
        await shop.sandbox.payer(body.orderId, "approve");
        return (await payer.confirm(body.orderId)).body.data.orderId;
      }
      expect(status).toBe(422);
    }
    const list_items = Object.entries(items).map(([productId, quantity]) => ({ productId, quantity }));
    const { body } = await call(cashOnDelivery, { list_items, addressId: payer.addressId, ...more }, payer);
    return body.data.orderId;
  };
  const payers = await Promise.all(Array.from({ length: 5 }, () => newPayer(shop)));
  for (let round = 0; round < ORDERS / 5; round++) {
    const placed = await Promise.all(
      payers.map(async (payer) => {
        const orderId = await orderOf(payer, random(2) === 0);
        const ordered = await detailsOf(orderId, payer);
        await expectSum(ordered);
        if (random(2)) await pickShort(ordered, random);
        return { payer, orderId, before: ordered.totalAmt };
      }),
    );
    for (let n = 0; n < 3; n++) await doJobs();
    for (const { payer, orderId, before: ordered } of placed) {
      const now = await detailsOf(orderId, payer);
      await expectSum(now);
      expect(now.totalAmt).toBeLessThanOrEqual(ordered);
      if (now.totalAmt < ordered) sums.short += 1;
      if (now.coupon) sums.coupons += 1;
      if (now.deliveryFee) sums.fees += 1;
      const payments = await readPaymentsOf(db, now._id);
      if (payments.length === 0) {
        sums.expected += toCents(now.totalAmt);
        continue;
      }
      sums.paid += 1;
      expect(payments.reduce((sum, { totalCents, refundedCents }) => sum + totalCents - refundedCents, 0)).toBe(toCents(now.totalAmt));
      sums.kept += toCents(now.totalAmt);
    }
  }
  for (const count of [sums.coupons, sums.fees, sums.short, sums.paid]) expect(count).toBeGreaterThan(LONG ? 100 : 10);
  await checkBooks(shop, 5000);
  const after = await taken();
  expect([after[0] - before[0], after[1] - before[1]]).toEqual([sums.kept, sums.expected]);
}, 600_000);

const detailsOf = async (orderId: string, { token }: Payer): Promise<OrderDetails> =>
  (await call(getOrder, { orderId }, { token })).body.data;

/** Fails unless an order's total, its coupon and its tax are what its lines say. */
async function expectSum({ _id, products, totalAmt, coupon, deliveryFee, tax }: OrderDetails): Promise<void> {
  const linesCents = products.reduce((sum, { quantity, product_details: { paid_price } }) => sum + quantity * toCents(paid_price), 0);
  expect(toCents(totalAmt)).toBe(linesCents - toCents(coupon?.amount ?? 0) + toCents(deliveryFee ?? 0));
  const { rows } = await db.execute<{ tax: number }>(sql`select tax_hundredths as tax from customer_order where id = ${_id}`);
  expect(toCents(tax?.amount ?? 0)).toBe(containedTax(toCents(totalAmt), rows[0]!.tax));
  const parts = await db.execute(sql`select coalesce(sum(coupon_cents), 0)::int as cents from order_line where order_id = ${_id}`);
  expect(parts.rows).toEqual([{ cents: toCents(coupon?.amount ?? 0) }]);
}

/** What was paid and what is expected, by the dashboard, in cents. */
async function taken(): Promise<[number, number]> {
  const { days } = (await call(sales, undefined, { token: admin })).body.data as { days: { revenue: number; expected: number }[] };
  return [days.reduce((sum, day) => sum + toCents(day.revenue), 0), days.reduce((sum, day) => sum + toCents(day.expected), 0)];
}

/** Has an order delivered or picked up instead, for the quoted total, which never rises for what is paid. */
async function switchAsStaff({ orderId, payment_status, totalAmt }: OrderDetails, delivery: { way: "delivery" | "collection" }) {
  const { data: quoted } = (await call(quoteDelivery, { orderId, delivery }, { token: admin })).body;
  expect((await call(changeDelivery, { orderId, delivery }, { token: admin })).status).toBe(200);
  const { body } = await call(quoteDelivery, { orderId, delivery }, { token: admin });
  expect(body.data).toMatchObject({ totalAmt: quoted.totalAmt, totalWas: quoted.totalAmt, settlement: "nothing" });
  if (payment_status === "PAID") expect(quoted.totalAmt).toBeLessThanOrEqual(totalAmt);
}

/** Packs an order with something missing of each line, but at least one piece. */
async function pickShort({ orderId, _id }: OrderDetails, random: (below: number) => number): Promise<void> {
  const { lines } = (await call(pickList, { orderIds: orderId }, { token: admin })).body.data as {
    lines: { position: number; productId: string; quantity: number }[];
  };
  const marks = lines.map(({ position, productId, quantity }, at) => ({
    orderId: _id,
    position,
    productId,
    mark: { found: at === 0 ? quantity : random(quantity + 1), noneLeft: false },
  }));
  expect((await call(markPicked, { lines: marks }, { token: admin })).status).toBe(200);
  expect((await call(packOrder, { orderId }, { token: admin })).status).toBe(200);
}
