import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { addProduct, addShelf } from "../../../../tests/support/goods.ts";
import { addOrder } from "../../../../tests/support/add-order.ts";
import { randomNumbers } from "../../../../tests/support/random-numbers.ts";
import { settingsOf } from "../../../../tests/support/settings.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { sumOrders } from "../../../../tests/support/sum-orders.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { deleteOrder, updateOrderStatus } from "../../orders/admin/contract.ts";
import { updateOrder } from "../../orders/locked-order-store.ts";
import { replaceLines } from "../../orders/placing/new-order-store.ts";
import type { StoredLine } from "../../orders/tables.ts";
import { notePaymentStatus, noteRefund } from "../../orders/timeline/order-events.ts";
import { deleteDifference, insertDifference } from "../../payments/differences/store.ts";
import { moveRow } from "../../payments/refund-row-store.ts";
import { attempts, differences } from "../../payments/tables.ts";
import { updateAttempt } from "../../payments/store.ts";
import { bestSellers, DAYS, sales } from "../contract.ts";
import { readBestSellers, readSales } from "../store.ts";
import { deleteOldDays, addUpDays } from "./add-up-days.ts";

const shop = await openTestShop();
const { database } = shop.shop;
const { db } = database;
const admin = await makeAdmin(shop);
const { user } = await signUp(shop);
const random = randomNumbers(20);
/** In the last of them, midnight comes twice on a day in fall. */
const ZONES = ["America/Lima", "Pacific/Kiritimati", "Asia/Kathmandu", "America/Santiago", "America/Havana"];

const productIds = await Promise.all(Array.from({ length: 30 }, () => addProduct(shop, { stock: 100_000 })));
for (const from of [0, 8, 12]) await addShelf(shop, productIds.slice(from, from + 10));

/** What the dashboard shows, once days are stored, and what the orders say directly. */
async function compare(timeZone = "America/Lima") {
  const span = { timeZone, days: DAYS };
  await addUpDays(database, span);
  const { days, today, lastWeek } = await readSales(db, span);
  const { products, categories } = await readBestSellers(db, { ...span, limit: 1000 });
  expect({ days, today, lastWeek, products, categories }).toEqual(await sumOrders(db, span));
}

const storedDays = async () => (await db.execute<{ days: number }>(sql`select count(*)::int as days from sales_day`)).rows[0]!.days;

function randomLine(): StoredLine {
  const paidCents = random(5) === 0 ? 0 : 1 + random(2000);
  const listCents = Math.max(1, paidCents + random(100));
  const weighed = random(5) === 0 ? ({ by: random(2) ? "weight" : "piece", grams: 100 } as const) : null;
  const quantity = 1 + random(5);
  const cost = weighed ? Math.floor((paidCents * quantity * 100 + 500) / 1000) : paidCents * quantity;
  return {
    productId: productIds[random(productIds.length)]!,
    quantity,
    name: "Figs",
    image: [],
    listCents,
    discountHundredths: 0,
    paidCents,
    weighed,
    couponCents: random(3) ? 0 : random(cost + 1),
  };
}

const PAYMENTS = ["PAID", "CASH ON DELIVERY", "PENDING", "PARTIALLY REFUNDED", "REFUNDED"] as const;
const STATUSES = ["PENDING", "SHIPPED", "DELIVERED", "COMPLETED", "CANCELLED"] as const;

async function addRandomOrder(): Promise<string> {
  const provider = random(2) === 0;
  const totalCents = random(20) === 0 ? 5_000_000_000_000 : random(20_000);
  const id = await addOrder(shop, {
    userId: user._id,
    lines: [],
    totalCents,
    createdAt: new Date(Date.now() - random(33 * 24 * 60) * 60_000),
    deliveryFeeCents: random(2) * 399,
    status: STATUSES[random(5)]!,
    paymentStatus: PAYMENTS[random(5)]!,
    ...(provider && { paymentMethod: "PayPal" }),
  });
  const lines = Array.from({ length: 1 + random(4) }, randomLine);
  await database.transact(({ tx }) => replaceLines(tx, id, lines));
  if (provider) await addAttempt(id, random(3) * 100);
  return id;
}

const addAttempt = (id: string, refundedCents: number, amends: string | null = null) =>
  db.insert(attempts).values({
    id,
    amends,
    userId: user._id,
    provider: "paypal",
    status: "PAID",
    refundedCents,
    lines: [],
    subtotalCents: 1000,
    totalCents: 1000,
    expiresAt: new Date(),
    deliveryAddress: { address_line: "", city: "", state: "", country: "", pincode: "", mobile: "" },
  });

const edit = async (orderId: string, change: object) =>
  expect(await shop.call(updateOrderStatus, { orderId, ...change }, { token: admin.token })).toMatchObject({ status: 200 });
const addDifference = (attemptId: string, status: "DUE" | "DONE") => {
  const id = newId();
  return database.transact(({ tx }) => insertDifference(tx, { id, attemptId, cents: 50, status })).then(() => id);
};

const orderIds: string[] = [];
for (let n = 0; n < 500; n++) orderIds.push(await addRandomOrder());
const ordersThat = async (which: ReturnType<typeof sql>, limit = 3) =>
  (
    await db.execute<{ id: string }>(
      sql`select o.id from customer_order o where ${which} and created_at < now() - interval '2 days' order by md5(id) limit ${limit}`,
    )
  ).rows.map(({ id }) => id);
const charged = sql`payment_method = 'PayPal' and status <> 'CANCELLED'`;
/** What another test canceled may still be refunded, and is not reopened until it was. */
const isUntouched = sql`not exists (select from order_event e where e.order_id = o.id)`;
const inCash = sql`payment_method <> 'PayPal' and payment_status = 'CASH ON DELIVERY'`;

test("500 random orders come to the same in every time zone, stored or not", async () => {
  await compare();
  expect(await storedDays()).toBe(DAYS - 1);
  for (const zone of [...ZONES, ...ZONES]) await compare(zone);
});

/** Every kind of move, and the orders that make it. */
const MOVES: [string, ReturnType<typeof sql>, (id: string) => Promise<unknown>][] = [
  ["an order is canceled", sql`status = 'SHIPPED'`, (id) => edit(id, { status: "CANCELLED" })],
  [
    "a canceled order whose money went back is reopened",
    sql`status = 'CANCELLED' and payment_status = 'REFUNDED' and ${isUntouched}`,
    (id) => edit(id, { status: "PENDING" }),
  ],
  [
    "a canceled order is reopened",
    sql`status = 'CANCELLED' and payment_status = 'PAID' and ${isUntouched}`,
    (id) => edit(id, { status: "SHIPPED" }),
  ],
  ["cash is marked paid", sql`${inCash} and status <> 'CANCELLED'`, (id) => edit(id, { payment_status: "PAID" })],
  ["a total is edited", sql`${inCash} and status <> 'CANCELLED'`, (id) => edit(id, { totalAmt: random(9000) / 100 })],
  ["an order is deleted", sql`status = 'PENDING'`, (id) => shop.call(deleteOrder, { orderId: id }, { token: admin.token })],
  [
    "an order is refunded",
    sql`${charged} and payment_status = 'PAID'`,
    (id) => database.transact(({ tx, invalidate }) => noteRefund(tx, invalidate, id, "REFUND DONE")),
  ],
  [
    "a provider refunded a part",
    sql`${charged} and payment_status = 'PAID'`,
    (id) =>
      database.transact(async ({ tx, invalidate }) => {
        await updateAttempt(tx, id, { refundedCents: 77 });
        await notePaymentStatus(tx, invalidate, id, "PARTIALLY REFUNDED");
      }),
  ],
  [
    "a provider refunded more",
    sql`${charged} and payment_status = 'PARTIALLY REFUNDED'`,
    (id) => database.transact(({ tx }) => updateAttempt(tx, id, { refundedCents: 250 })),
  ],
  ["a difference was refunded", sql`${charged} and payment_status = 'PARTIALLY REFUNDED'`, (id) => addDifference(id, "DONE")],
  [
    "a due difference was refunded",
    sql`${charged} and payment_status = 'PARTIALLY REFUNDED'`,
    async (id) => {
      const difference = await addDifference(id, "DUE");
      await compare();
      await database.transact(({ tx }) => moveRow(tx, differences, difference, { status: "DONE" }));
      await compare();
      await database.transact(({ tx }) => deleteDifference(tx, difference));
    },
  ],
  [
    "a payment that amends an order is refunded, and a part of it was refunded before",
    sql`${charged} and payment_status = 'PARTIALLY REFUNDED'`,
    async (id) => {
      const payment = newId();
      await addAttempt(payment, 0, id);
      await compare();
      await database.transact(({ tx }) => updateAttempt(tx, payment, { refundedCents: 90 }));
      await compare();
      await addDifference(payment, "DONE");
    },
  ],
  [
    "a refunded payment is no longer paid",
    sql`${charged} and payment_status = 'PARTIALLY REFUNDED' and exists (select from payment_attempt where id = o.id and refunded_cents > 0)`,
    (id) => db.execute(sql`update payment_attempt set status = 'REFUNDED' where id = ${id}`),
  ],
  [
    "a payment turns up",
    sql`payment_method <> 'PayPal' and payment_status = 'PARTIALLY REFUNDED' and status <> 'CANCELLED'`,
    (id) => addAttempt(id, 60),
  ],
  [
    "an order is picked short",
    sql`status = 'PENDING'`,
    (id) =>
      database.transact(async ({ tx }) => {
        await replaceLines(tx, id, [randomLine()]);
        await updateOrder(tx, id, { packedAt: new Date(), deliveryFeeCents: random(500), totalCents: random(3000) });
      }),
  ],
  [
    "lines change but the total doesn't",
    sql`status = 'PENDING'`,
    (id) => database.transact(({ tx }) => replaceLines(tx, id, [randomLine(), randomLine(), randomLine()])),
  ],
  ["a line is weighed", sql`true`, (id) => db.execute(sql`update order_line set quantity = quantity + 1 where order_id = ${id}`)],
  [
    "an order gets another time",
    sql`true`,
    (id) => db.execute(sql`update customer_order set created_at = created_at - interval '1 day' where id = ${id}`),
  ],
];

describe("a stored day is added up again when", () => {
  test.each(MOVES)("%s", async (_, which, move) => {
    const ids = await ordersThat(which);
    expect(ids).toHaveLength(3);
    for (const id of ids) {
      await compare();
      await move(id);
      await compare();
    }
    await compare(ZONES[random(ZONES.length)]);
  });

  test("an order is committed after its day was stored", async () => {
    await compare();
    const id = newId();
    await database.transact(async ({ tx }) => {
      await tx.execute(sql`
        insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, total_cents, delivery_address, created_at)
        values (${id}, ${id}, ${user._id}, 'PENDING', 'PAID', 'PayPal', 500, 500, '{}', now() - interval '3 days')`);
      await tx.execute(sql`
        insert into order_line (order_id, position, product_id, quantity, name, list_cents, discount_hundredths, paid_cents)
        values (${id}, 0, ${productIds[3]}, 1, 'Figs', 500, 0, 500)`);
      await compare();
    });
    await compare();
  });

  test("an order changes while its day is being stored", async () => {
    const [first = "", second = ""] = await ordersThat(sql`payment_status = 'PAID' and status <> 'CANCELLED'`, 2);
    await db.execute(sql`delete from sales_day`);
    await database.transact(async ({ tx }) => {
      await updateOrder(tx, first, { totalCents: 4321 });
      await compare(); // stores the day without this change
      await updateOrder(tx, second, { status: "CANCELLED" });
    });
    await compare();
  });

  test("orders go", async () => {
    const [id] = await ordersThat(
      sql`not exists (select from payment_attempt where id = o.id) and not exists (select from order_event e where e.order_id = o.id)`,
      1,
    );
    await compare();
    await database.transact(async ({ tx }) => {
      await tx.execute(sql`delete from order_line where order_id = ${id}`);
      await tx.execute(sql`delete from customer_order where id = ${id}`);
    });
    await compare();
  });
});

const look = () => addUpDays(database, { timeZone: "America/Lima", days: DAYS });
const changeSome = (id: string) =>
  database.transact(({ tx }) => updateOrder(tx, id, { totalCents: random(5000), status: STATUSES[random(5)]! }));

test("concurrent changes add up in the end, while others read the dashboard", async () => {
  const ids = await ordersThat(sql`true`, 40);
  await compare();
  for (let round = 0; round < 5; round++)
    await Promise.all([look(), ...ids.slice(round * 8, round * 8 + 8).map(changeSome), look(), look()]);
  await compare();
});

test("changes of status on an order's way to its shopper leave stored days alone", async () => {
  await compare();
  const ids = await ordersThat(sql`status = 'PENDING' and deleted_at is null and created_at > now() - interval '20 days'`);
  const before = await db.execute(sql`select starts_at, xmin::text from sales_day order by 1`);
  for (const id of ids) for (const status of ["SHIPPED", "DELIVERED", "COMPLETED"]) await edit(id, { status });
  await addOrder(shop, { userId: user._id, lines: [{ productId: productIds[0]!, quantity: 1, paidCents: 100 }] });
  await compare();
  expect((await db.execute(sql`select starts_at, xmin::text from sales_day order by 1`)).rows).toEqual(before.rows);
});

test("the dashboard follows the shop's time zone", async () => {
  const change = await settingsOf(shop);
  for (const timeZone of ["Pacific/Kiritimati", "America/Santiago"]) {
    await change({ timeZone });
    const direct = await sumOrders(db, { timeZone, days: DAYS });
    const { body } = await shop.call(bestSellers, undefined, { token: admin.token });
    expect(body.data.products).toMatchObject(direct.products.slice(0, 10).map(({ id, pieces }) => ({ _id: id, pieces })));
    const figures = (await shop.call(sales, undefined, { token: admin.token })).body.data;
    expect(figures.days).toMatchObject(direct.days.map(({ day, orders, paidCents }) => ({ day, orders, revenue: paidCents / 100 })));
  }
});

test("days and changes that are no longer shown are deleted", async () => {
  await compare();
  await db.execute(sql`insert into sales_change (placed_at) values (now() - interval '50 days')`);
  await db.execute(sql`update sales_day set starts_at = starts_at - interval '20 days'`);
  await deleteOldDays(db);
  const { rows } = await db.execute(sql`
    select least((select min(starts_at) from sales_day), (select min(placed_at) from sales_change)) > now() - interval '41 days' as "isRecent"`);
  expect(rows).toEqual([{ isRecent: true }]);
  await db.execute(sql`delete from sales_day`);
  await compare();
});
