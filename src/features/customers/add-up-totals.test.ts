import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { addOrder } from "../../../tests/support/add-order.ts";
import { newCashBuyer } from "../../../tests/support/cash-buyer.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { listCustomers } from "./contract.ts";
import { addUpTotals } from "./add-up-totals.ts";

const shop = await openTestShop();
const { database } = shop.shop;
const { pool } = database;
const { token } = await makeAdmin(shop);
const productId = await addProduct(shop, { stock: 1000 });
const [ana, ben] = [await signUp(shop, { name: "Ana" }), await signUp(shop, { name: "Ben" })];

const totals = async () => (await pool.query("select * from customer_total order by user_id")).rows;
const noted = async () => (await pool.query("select distinct user_id from customer_change")).rows.map(({ user_id }) => user_id);

async function order(more: Partial<Parameters<typeof addOrder>[1]> = {}): Promise<string> {
  return addOrder(shop, { userId: ana.user._id, lines: [{ productId, quantity: 1, paidCents: 1000 }], totalCents: 1000, ...more });
}

const paid = await order({ paymentStatus: "PAID" });
const refunded = await order({ paymentStatus: "PARTIALLY REFUNDED" });
await order({ paymentStatus: "CASH ON DELIVERY" });
await pool.query(
  `insert into payment_attempt (id, user_id, provider, status, lines, subtotal_cents, total_cents, expires_at, delivery_address)
    values ($1, $2, 'paypal', 'PAID', '[]', 1000, 1000, now(), '{}')`,
  [refunded, ana.user._id],
);

test.each([
  ["a new person", () => signUp(shop)],
  ["a new order", () => order({ paymentStatus: "PAID" })],
  ["a canceled order", () => pool.query("update customer_order set status = 'CANCELLED' where id = $1", [paid])],
  ["one that is open again", () => pool.query("update customer_order set status = 'PENDING' where id = $1", [paid])],
  ["another total", () => pool.query("update customer_order set total_cents = 777 where id = $1", [paid])],
  ["what was paid", () => pool.query("update customer_order set payment_status = 'PAID' where payment_status = 'CASH ON DELIVERY'")],
  ["another time", () => pool.query("update customer_order set created_at = created_at + interval '1 day' where id = $1", [paid])],
  ["another person's order", () => pool.query("update customer_order set user_id = $2 where id = $1", [paid, ben.user._id])],
  ["a refund", () => pool.query("update payment_attempt set refunded_cents = 300 where id = $1", [refunded])],
  [
    "a difference that was refunded",
    () => pool.query("insert into payment_difference (id, attempt_id, cents, status) values ('d', $1, 50, 'DONE')", [refunded]),
  ],
  [
    "a deleted order",
    async () => {
      await pool.query("delete from order_line where order_id = $1", [paid]);
      await pool.query("delete from customer_order where id = $1", [paid]);
    },
  ],
  ["no payments", () => pool.query("truncate payment_attempt cascade")],
  ["no orders", () => pool.query("truncate customer_order cascade")],
])("totals are what all orders come to: after %s", async (_, change) => {
  await addUpTotals(database);
  await change();
  await addUpTotals(database);
  const stored = await totals();
  await pool.query("delete from customer_total");
  await pool.query("insert into customer_change (user_id) select id from user_account");
  await addUpTotals(database);
  expect(stored).toEqual(await totals());
  expect(await noted()).toEqual([]);
});

test("an order counts as soon as it is placed; one that is sent is not added up again", async () => {
  const { order: place } = await newCashBuyer(shop, "Cora");
  expect((await place([{ productId, quantity: 1 }])).status).toBe(200);
  const { body } = await shop.call(listCustomers, { sort: "orders" }, { token });
  expect(body.data[0]).toMatchObject({ name: "Cora", orders: 1, spend: 0, lastOrderAt: expect.any(String) });
  await pool.query("update customer_order set status = 'SHIPPED'");
  expect(await noted()).toEqual([]);
});

test("all changes of a person are dealt with at once", async () => {
  await pool.query("insert into customer_change (user_id) select $1 from generate_series(1, 500)", [ana.user._id]);
  await addUpTotals(database, 1);
  expect(await noted()).toEqual([]);
});

test("a change that commits while totals are added up is not lost", async () => {
  const id = await order();
  const other = await pool.connect();
  try {
    await other.query("begin");
    await other.query("update customer_order set payment_status = 'PAID' where id = $1", [id]);
    await addUpTotals(database);
    await other.query("commit");
  } finally {
    other.release();
  }
  await addUpTotals(database);
  expect((await totals()).find(({ user_id }) => user_id === ana.user._id)).toMatchObject({ spent_cents: "1000" });
});

test("a page sorted by totals is read from their index", async () => {
  const plan = await database.transact(async ({ tx }) => {
    await tx.execute(sql`set local enable_sort = off`);
    return tx.execute(sql`explain select t.user_id from customer_total t join user_account u on u.id = t.user_id
      where (t.spent_cents, t.user_id) < (select t.spent_cents, t.user_id from customer_total t where t.user_id = ${ana.user._id})
      order by t.spent_cents desc, t.user_id desc limit 51`);
  });
  expect(JSON.stringify(plan.rows)).toContain("customer_total_by_spent");
});
