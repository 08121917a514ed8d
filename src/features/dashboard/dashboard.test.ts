import { sql } from "drizzle-orm";
import type { InputOf } from "#shared/endpoint.ts";
import { toCents } from "#shared/money.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { addOrder } from "../../../tests/support/add-order.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";

import { isLowOnStock } from "../catalogue/low-stock.ts";
import { findProducts, type AdminProduct } from "../catalogue/admin/find/contract.ts";
import { listAllOrders } from "../orders/admin/contract.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, type Order } from "../orders/contract.ts";
import { addCounts } from "../search/report/store.ts";
import { attempts, differences } from "../payments/tables.ts";
import { bestSellers, DAYS, lowStock, missedSearches, sales } from "./contract.ts";

/** A time zone far ahead of UTC, so its days differ from the database's. */
const ZONE = "Pacific/Kiritimati";
const shop = await openTestShop({ SHOP_TIMEZONE: ZONE });
const { db } = shop.shop.database;
const admin = await makeAdmin(shop);
const { user } = await signUp(shop);
const userId = user._id;

const DAY = 24 * 60 * 60_000;
const OFFSET = 14 * 60 * 60_000;
/** The start of today in the shop's time zone, which has no daylight saving time. */
const startOfToday = () => Math.floor((Date.now() + OFFSET) / DAY) * DAY - OFFSET;
const dayOf = (moment: number) => new Date(moment + OFFSET).toISOString().slice(0, 10);
const read = async <T>(endpoint: Parameters<typeof shop.call>[0]): Promise<T> => {
  const { status, body } = await shop.call(endpoint, undefined, { token: admin.token });
  expect(status).toBe(200);
  return body.data;
};
const one = (productId: string, quantity: number, paidCents: number) => [{ productId, quantity, paidCents }];

/** A $10 PayPal payment that became an order, with its refunded amount. */
const addAttempt = (id: string, refundedCents: number) =>
  db.insert(attempts).values({
    id,
    userId,
    provider: "paypal",
    status: "PAID",
    refundedCents,
    lines: [],
    subtotalCents: 1000,
    totalCents: 1000,
    expiresAt: new Date(),
    deliveryAddress: { address_line: "", city: "", state: "", country: "", pincode: "", mobile: "" },
  });

beforeEach(async () => {
  await db.execute(
    sql`truncate order_line, customer_order, payment_attempt, payment_difference, product, category, sub_category, search_count cascade`,
  );
});

test.each([sales, bestSellers, lowStock, missedSearches])("ADM-14 API-32 $path is for admins only", async (endpoint) => {
  const shopper = await signUp(shop);
  const demoted = await makeAdmin(shop);
  await db.execute(sql`update user_account set role = 'USER' where id = ${demoted.user._id}`);
  expect((await shop.call(endpoint)).status).toBe(401);
  for (const { token } of [shopper, demoted]) {
    expect(await shop.call(endpoint, undefined, { token })).toMatchObject({ status: 403, body: { message: "Do not have permission" } });
  }
  expect((await shop.call(endpoint, undefined, { token: admin.token })).status).toBe(200);
});

describe("sales", () => {
  test("an empty shop shows 30 days without orders, the last of them today in its time zone", async () => {
    const { today, lastWeek, days, toBeSent } = await read<{ today: object; lastWeek: object; days: { day: string }[]; toBeSent: object }>(
      sales,
    );
    const nothing = { orders: 0, revenue: 0, expected: 0 };
    expect([today, lastWeek, toBeSent]).toEqual([nothing, nothing, { orders: 0, oldest: null }]);
    expect(days).toHaveLength(DAYS);
    expect(days.at(-1)).toEqual({ day: dayOf(Date.now()), ...nothing });
    expect(days[0]).toEqual({ day: dayOf(Date.now() - 29 * DAY), ...nothing });
  });

  test("days begin at midnight in the shop's time zone, and months on their first day", async () => {
    const apple = await addProduct(shop);
    const start = startOfToday();
    const at = (moment: number, paidCents: number) =>
      addOrder(shop, { userId, lines: one(apple, 1, paidCents), createdAt: new Date(moment), paymentStatus: "PAID" });
    await at(start, 100);
    await at(start - 1, 20);
    await at(start - 29 * DAY, 3);
    await at(start - 29 * DAY - 1, 5000);
    const { today, days } = await read<{ today: object; days: { day: string; orders: number; revenue: number }[] }>(sales);
    expect(today).toEqual({ orders: 1, revenue: 1, expected: 0 });
    expect(days.filter(({ orders }) => orders > 0)).toEqual([
      { day: dayOf(start - 29 * DAY), orders: 1, revenue: 0.03, expected: 0 },
      { day: dayOf(start - 1), orders: 1, revenue: 0.2, expected: 0 },
      { day: dayOf(start), orders: 1, revenue: 1, expected: 0 },
    ]);
  });

  test("the same day last week counts up to the current time of day", async () => {
    const apple = await addProduct(shop);
    const start = startOfToday() - 7 * DAY;
    for (const moment of [start - 1, start, Date.now() - 7 * DAY + 60_000]) {
      await addOrder(shop, { userId, lines: one(apple, 2, 150), createdAt: new Date(moment) });
    }
    expect(await read(sales)).toMatchObject({ lastWeek: { orders: 1, revenue: 0, expected: 3 }, today: { orders: 0 } });
  });

  test("revenue is what was paid and not refunded; what is unpaid is expected; canceled orders are neither", async () => {
    const apple = await addProduct(shop);
    const order = (more: Omit<Parameters<typeof addOrder>[1], "userId" | "lines">) =>
      addOrder(shop, { userId, lines: one(apple, 1, 1000), ...more });
    await order({ status: "CANCELLED" });
    await order({ status: "CANCELLED", paymentStatus: "REFUNDED" });
    await order({ status: "CANCELLED", paymentStatus: "PAID" });
    await order({ status: "DELIVERED", paymentStatus: "REFUNDED" });
    // Hidden orders still count.
    await order({ status: "COMPLETED", paymentStatus: "PAID", deletedAt: new Date() });
    await order({ paymentStatus: "CASH ON DELIVERY" });
    const part = await order({ status: "SHIPPED", paymentStatus: "PARTIALLY REFUNDED" });
    // Refunded, then reopened: it has to be paid again, so it counts as unpaid.
    const reopened = await order({ paymentStatus: "PENDING" });
    await addAttempt(part, 250);
    await addAttempt(reopened, 1000);
    const { today } = await read<{ today: object }>(sales);
    expect(today).toEqual({ orders: 5, revenue: 17.5, expected: 20 });
  });

  test("the lists behind the numbers of today have exactly the orders that count", async () => {
    const apple = await addProduct(shop);
    for (const status of ORDER_STATUSES)
      for (const paymentStatus of PAYMENT_STATUSES) await addOrder(shop, { userId, lines: one(apple, 1, 1000), status, paymentStatus });
    await addOrder(shop, { userId, lines: one(apple, 1, 1000), paymentStatus: "PAID", createdAt: new Date(startOfToday() - 1) });
    const { today } = await read<{ today: { orders: number; revenue: number } }>(sales);
    const day = dayOf(Date.now());
    const list = async (filters: InputOf<typeof listAllOrders>): Promise<Order[]> =>
      (await shop.call(listAllOrders, { startDate: day, endDate: day, ...filters }, { token: admin.token })).body.data;
    const placed = await list({ canceled: "no" });
    expect(placed).toHaveLength(today.orders);
    expect(placed.filter(({ status }) => status === "CANCELLED")).toEqual([]);
    const paid = await list({ paid: "yes" });
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.reduce((sum, { totalAmt }) => sum + totalAmt, 0)).toBe(today.revenue);
  });

  test("orders to send are counted, with how long the oldest has been waiting", async () => {
    const apple = await addProduct(shop);
    const oldest = new Date(Date.now() - 60 * DAY);
    await addOrder(shop, { userId, lines: one(apple, 1, 100), createdAt: oldest });
    await addOrder(shop, { userId, lines: one(apple, 1, 100) });
    await addOrder(shop, { userId, lines: one(apple, 1, 100), status: "SHIPPED" });
    await addOrder(shop, { userId, lines: one(apple, 1, 100), deletedAt: new Date(), createdAt: new Date(0) });
    expect(await read(sales)).toMatchObject({ toBeSent: { orders: 2, oldest: oldest.toISOString() } });
  });
});

/** Total revenue and expected revenue of some rows, in cents. */
const cents = (rows: { revenue: number; expected: number }[]) => [
  rows.reduce((sum, { revenue }) => sum + toCents(revenue), 0),
  rows.reduce((sum, { expected }) => sum + toCents(expected), 0),
];

describe("best sellers", () => {
  test("products are ranked by quantity, categories by sales; each product counts in its first category by name", async () => {
    const [apple, caviar, gone] = [await addProduct(shop, { unit: "1 kg" }), await addProduct(shop), await addProduct(shop)];
    const fruit = await addShelf(shop, [apple]);
    const dear = await addShelf(shop, [caviar, apple]);
    const rename = (id: string, name: string) => db.execute(sql`update category set name = ${name} where id = ${id}`);
    await rename(fruit.categoryId, "A fruit");
    await rename(dear.categoryId, "B dear");
    await db.execute(sql`update product set deleted_at = now() where id = ${gone}`);
    await addOrder(shop, { userId, paymentStatus: "PAID", lines: [...one(apple, 5, 100), ...one(caviar, 1, 9000)] });
    await addOrder(shop, { userId, lines: [...one(apple, 2, 90), ...one(gone, 3, 10)] });
    await addOrder(shop, { userId, lines: one(caviar, 99, 9000), status: "CANCELLED" });
    await addOrder(shop, { userId, lines: one(caviar, 99, 9000), paymentStatus: "REFUNDED", status: "DELIVERED" });
    await addOrder(shop, { userId, lines: one(caviar, 99, 9000), createdAt: new Date(startOfToday() - 29 * DAY - 1) });
    const { products, categories } = await read<{ products: object[]; categories: object[] }>(bestSellers);
    expect(products).toMatchObject([
      { _id: apple, unit: "1 kg", pieces: 7, revenue: 5, expected: 1.8, isThere: true },
      { _id: gone, pieces: 3, revenue: 0, expected: 0.3, isThere: false },
      { _id: caviar, pieces: 1, revenue: 90, expected: 0, isThere: true },
    ]);
    expect(categories).toMatchObject([
      { _id: dear.categoryId, name: "B dear", pieces: 1, revenue: 90, expected: 0 },
      { _id: fruit.categoryId, name: "A fruit", pieces: 7, revenue: 5, expected: 1.8 },
      { _id: null, name: "", pieces: 3, revenue: 0, expected: 0.3 },
    ]);
  });

  test("category totals add up to the revenue to the cent, even with edited totals, partial refunds and free products", async () => {
    const [apple, fig, nut] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
    await addShelf(shop, [apple, nut]);
    await addShelf(shop, [apple, fig]);
    const lines = [...one(apple, 1, 333), ...one(fig, 1, 333), ...one(nut, 1, 334)];
    await addOrder(shop, { userId, lines, paymentStatus: "PAID", totalCents: 1001 });
    await addOrder(shop, { userId, lines, totalCents: 7 });
    await addOrder(shop, { userId, lines: [...one(apple, 2, 1), ...one(nut, 1, 1)], paymentStatus: "PAID", totalCents: 100 });
    await addAttempt(await addOrder(shop, { userId, lines, paymentStatus: "PARTIALLY REFUNDED" }), 101);
    const { days } = await read<{ days: { revenue: number; expected: number }[] }>(sales);
    const { categories } = await read<{ categories: { revenue: number; expected: number }[] }>(bestSellers);
    expect(cents(days)).toEqual([1001 + 100 + 899, 7]);
    expect(cents(categories)).toEqual(cents(days));
  });

  test("an order's delivery fee is a part of its own, and each line counts without its share of the coupon", async () => {
    const [apple, fig] = [await addProduct(shop), await addProduct(shop)];
    const { categoryId } = await addShelf(shop, [apple]);
    const lines = [
      { productId: apple, quantity: 2, paidCents: 500, couponCents: 334 },
      { productId: fig, quantity: 1, paidCents: 500, couponCents: 166 },
    ];
    const bill = { userId, lines, couponCents: 500, deliveryFeeCents: 399, totalCents: 1399 };
    await addOrder(shop, { ...bill, paymentStatus: "PAID" });
    await addOrder(shop, bill);
    // Lowered by 99 cents, which the provider has refunded: the total is lower already.
    const lowered = await addOrder(shop, { userId, lines: one(apple, 1, 901), paymentStatus: "PARTIALLY REFUNDED" });
    await addAttempt(lowered, 99);
    await db.insert(differences).values({ id: `difference of ${lowered}`, attemptId: lowered, cents: 99, status: "DONE" });
    const { products, categories } = await read<{ products: object[]; categories: { revenue: number; expected: number }[] }>(bestSellers);
    expect(categories).toMatchObject([
      { _id: categoryId, isFee: false, revenue: 15.67, expected: 6.66 },
      { _id: null, name: "", isFee: false, revenue: 3.34, expected: 3.34 },
      { _id: null, isFee: true, pieces: 0, revenue: 3.99, expected: 3.99 },
    ]);
    expect(products).toMatchObject([{ _id: apple }, { _id: fig }]);
    const { days } = await read<{ days: { revenue: number; expected: number }[] }>(sales);
    expect(cents(days)).toEqual([1399 + 901, 1399]);
    expect(cents(categories)).toEqual(cents(days));
  });

  test("orders count by their time, whatever the order of their ids", async () => {
    const apple = await addProduct(shop);
    const place = (quantity: number, createdAt: number) =>
      addOrder(shop, { userId, lines: one(apple, quantity, 100), createdAt: new Date(createdAt) });
    const [today, longAgo] = [startOfToday(), startOfToday() - 40 * DAY];
    await place(1, today);
    await place(10, longAgo);
    await place(100, today - 29 * DAY);
    await place(200, longAgo);
    const { products } = await read<{ products: object[] }>(bestSellers);
    expect(products).toMatchObject([{ _id: apple, pieces: 101 }]);
  });

  test("a shop without orders has none", async () => {
    expect(await read(bestSellers)).toEqual({ products: [], categories: [] });
  });
});

const sold = (stock: number, times: number) => addProduct(shop, { stock, sold: times });

test("cancellation requests are counted until they are answered", async () => {
  const apple = await addProduct(shop);
  await addOrder(shop, { userId, lines: one(apple, 1, 100), status: "SHIPPED", cancelRequestedAt: new Date() });
  await addOrder(shop, { userId, lines: one(apple, 1, 100), status: "SHIPPED" });
  expect(await read(sales)).toMatchObject({ cancelRequests: 1 });
});

test("low stock lists the emptiest and best-selling products first, and counts all of them", async () => {
  await sold(11, 900);
  const deleted = await sold(0, 900);
  await db.execute(sql`update product set deleted_at = now() where id = ${deleted}`);
  const hidden = await sold(0, 900);
  await db.execute(sql`update product set hidden = true where id = ${hidden}`);
  const some = await sold(10, 1);
  const none = await sold(0, 5);
  const popular = await sold(0, 50);
  for (let n = 0; n < 50; n++) await sold(9, n);
  const { low, soldOut, products } = await read<{ low: number; soldOut: number; products: { _id: string }[] }>(lowStock);
  expect([low, soldOut, products.length]).toEqual([53, 2, 50]);
  expect(products.slice(0, 2)).toMatchObject([
    { _id: popular, stock: 0, sold: 50 },
    { _id: none, stock: 0 },
  ]);
  expect(products.map(({ _id }) => _id)).not.toContain(some);
  const listed = await shop.call(findProducts, { search: "", stock: "low", sort: "stock", page: 1, limit: 50 }, { token: admin.token });
  expect(listed.body.totalCount).toBe(low);
  expect(listed.body.data.map(({ _id }: AdminProduct) => _id)).toEqual(products.map(({ _id }) => _id));
  await (
    await settingsOf(shop)
  )({ lowStock: 0 });
  expect(await read(lowStock)).toMatchObject({ threshold: 0, low: 2, soldOut: 2 });
});

test("what is low on stock is counted in an index, without reading the products", async () => {
  await db.execute(sql`insert into product (id, name, stock, price_cents) select n::text, 'Fig', 1000, 1 from generate_series(1, 2000) n`);
  const plan = await shop.shop.database.transact(async ({ tx }) => {
    await tx.execute(sql`analyze product`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    return tx.execute(sql`explain select count(*) from product where ${isLowOnStock("product", 10)}`);
  });
  expect(JSON.stringify(plan.rows)).toContain("Index Only Scan using product_with_stock");
});

test("searches without results are ranked by frequency over 30 days in the shop's time zone", async () => {
  const counts = { found: 0, missed: 0, clicked: 0, added: 0, bought: 0 };
  const missed = (times: number) => ({ ...counts, missed: times });
  await addCounts(db, new Map([["durian", missed(2)], ["teff", missed(5)], ["who", missed(2)], ["tea", { ...missed(9), found: 1 }]]), ZONE); // prettier-ignore
  await db.execute(sql`insert into search_count select (now() at time zone ${ZONE})::date - 29, 'durian', 0, 4, 0, 0`);
  await db.execute(sql`insert into search_count select (now() at time zone ${ZONE})::date - 30, 'teff', 0, 90, 0, 0`);
  expect(await read(missedSearches)).toEqual([
    { text: "durian", count: 6 },
    { text: "teff", count: 5 },
  ]);
});
