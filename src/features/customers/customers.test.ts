import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { addOrder } from "../../../tests/support/add-order.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { findAnything } from "../back-office/contract.ts";
import { indexProducts } from "../search/engine/index-products.ts";
import { deleteAccount } from "../security/contract.ts";
import { customerOrders, CUSTOMER_SORTS, getCustomer, listCustomers, type Customer, type CustomerSort } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;
const manager = await signUp(shop, { name: "Mara Manager", email: "mara@desk.example", role: "MANAGER" });
const productId = await addProduct(shop, { name: "Quince paste", sku: "QP-7", barcode: "4006381333931", stock: 50 });
await shop.shop.database.transact(({ tx }) => indexProducts(tx, [productId]));

const [ana, ben] = [
  await signUp(shop, { name: "Ana Figueroa", email: "ana.fig@farm.example" }),
  await signUp(shop, { name: "ben Plum", email: "b_plum@orchard.example" }),
];
await signUp(shop, { name: "Eva Quiet", email: "eva@quiet.example" });
await pool.query("update user_account set mobile = '+51 (999) 123-456' where id = $1", [ben.user._id]);
await addAddress(shop, ana.user._id, { mobile: "0044 20 7946 0999", addressLine: "7 Fig Lane" });
const lines = [{ productId, quantity: 2, paidCents: 500 }];
const at = (day: number) => new Date(`2026-03-${String(day).padStart(2, "0")}T10:00:00Z`);
await addOrder(shop, { userId: ana.user._id, lines, createdAt: at(3), paymentStatus: "PAID" });
await addOrder(shop, { userId: ana.user._id, lines, createdAt: at(4), paymentStatus: "PAID", status: "CANCELLED" });
await addOrder(shop, { userId: ana.user._id, lines, createdAt: at(5) });
const bens = await addOrder(shop, {
  userId: ben.user._id,
  lines,
  createdAt: at(6),
  paymentStatus: "PAID",
  totalCents: 4000,
  number: "ABCDEFGH2345",
});
await addOrder(shop, { userId: ben.user._id, lines, createdAt: at(2), paymentStatus: "REFUNDED" });

const list = async (input: { search?: string; sort?: CustomerSort; before?: string } = {}) =>
  (await call(listCustomers, input, manager)).body as { data: Customer[]; next: string | null };
const names = async (input: Parameters<typeof list>[0]) => (await list(input)).data.map(({ name }) => name);

test("shows what each customer ordered and paid, without canceled orders and refunds", async () => {
  const { data } = await list({ search: "f" });
  expect(data.find(({ _id }) => _id === ana.user._id)).toMatchObject({
    ...{ orders: 2, spend: 10, lastOrderAt: at(5).toISOString() },
    // Of an address, because the profile has none.
    mobile: "0044 20 7946 0999",
  });
  expect((await list({ search: "plum" })).data).toMatchObject([
    { orders: 2, spend: 40, mobile: "+51 (999) 123-456", lastOrderAt: at(6).toISOString() },
  ]);
  expect((await list({ search: "eva@quiet" })).data).toMatchObject([{ orders: 0, spend: 0, lastOrderAt: null }]);
});

test("finds customers by part of their name, address or phone number, however it is written", async () => {
  expect(await names({ search: "FIGUE" })).toEqual(["Ana Figueroa"]);
  expect(await names({ search: "b_pl" })).toEqual(["ben Plum"]);
  expect(await names({ search: "999123" })).toEqual(["ben Plum"]);
  expect(await names({ search: "99 91 23" })).toEqual(["ben Plum"]);
  // Of a saved address.
  expect(await names({ search: "20 7946-0999" })).toEqual(["Ana Figueroa"]);
  expect(await names({ search: "%" })).toEqual([]);
  expect(await names({ search: "a_f" })).toEqual([]);
});

test("sorts, with pages without gaps or duplicates in every order", async () => {
  expect((await names({ sort: "spend" })).slice(0, 2)).toEqual(["ben Plum", "Ana Figueroa"]);
  expect((await names({ sort: "lastOrder" })).slice(0, 2)).toEqual(["ben Plum", "Ana Figueroa"]);
  expect((await names({ sort: "name" })).slice(0, 3)).toEqual(["Ana Figueroa", "ben Plum", "Eva Quiet"]);
  expect((await names({ sort: "newest" }))[0]).toBe("Eva Quiet");

  const many = await Promise.all(
    Array.from({ length: 120 }, (_, n) => signUp(shop, { name: `Crowd ${n % 7}`, email: `crowd-${n}@many.example` })),
  );
  for (const { user } of many.slice(0, 30)) await addOrder(shop, { userId: user._id, lines, paymentStatus: "PAID" });
  for (const sort of CUSTOMER_SORTS) {
    const found: Customer[] = [];
    for (let before: string | null = ""; before !== null;) {
      const page = await list({ search: "many.example", sort, ...(before && { before }) });
      expect(page.data.length).toBeLessThanOrEqual(50);
      found.push(...page.data);
      before = page.next;
    }
    expect([sort, found.length, new Set(found.map(({ _id }) => _id)).size]).toEqual([sort, 120, 120]);
    if (sort === "spend") expect(found.map(({ spend }) => spend)).toEqual(found.map(({ spend }) => spend).toSorted((a, b) => b - a));
  }
});

test("a customer has their addresses and orders; nobody else's are shown", async () => {
  const { body } = await call(getCustomer, undefined, { token: manager.token, params: { customerId: ana.user._id } });
  expect(body.data).toMatchObject({ name: "Ana Figueroa", orders: 2, spend: 10, addresses: [{ address_line: "7 Fig Lane" }] });
  expect(JSON.stringify(body)).not.toMatch(/hash|argon/i);
  const orders = await call(customerOrders, {}, { token: manager.token, params: { customerId: ben.user._id } });
  expect(orders.body).toMatchObject({ next: null, data: [{ pieces: 2 }, { _id: bens, orderId: "ABCDEFGH2345", totalAmt: 40, pieces: 2 }] });
  expect((await call(getCustomer, undefined, { token: manager.token, params: { customerId: "0".repeat(32) } })).status).toBe(404);
});

test("a deleted account is no longer a customer", async () => {
  const gone = await signUp(shop, { name: "Gone Away" });
  expect((await call(deleteAccount, { password: PASSWORD }, gone)).status).toBe(200);
  expect(await names({ search: "Gone Away" })).toEqual([]);
  expect(await names({ search: "deleted" })).toEqual([]);
  expect((await call(getCustomer, undefined, { token: manager.token, params: { customerId: gone.user._id } })).status).toBe(404);
});

test("one search finds orders by number, products by sku, barcode or name, and customers, five of each", async () => {
  const find = async (q: string) => (await call(findAnything, { q }, manager)).body.data;
  expect(await find("cdefgh")).toMatchObject({
    orders: [{ orderId: "ABCDEFGH2345", userName: "ben Plum", totalAmt: 40 }],
    products: [],
    customers: [],
  });
  const like = await addProduct(shop, { name: "Abcdefgh 2345 abcdefgh2345" });
  await shop.shop.database.transact(({ tx }) => indexProducts(tx, [like]));
  expect((await find("cdefgh")).products).toEqual([]);
  expect((await find("abcdefgh")).products).toHaveLength(1);
  for (const whole of ["#ABCDEFGH2345", "abcdefgh2345"])
    expect(await find(whole)).toMatchObject({ orders: [{ orderId: "ABCDEFGH2345" }], products: [] });
  expect(await find("qp-7")).toMatchObject({ orders: [], products: [{ _id: productId, sku: "QP-7", stock: 50 }] });
  expect((await find("4006381333931")).products).toMatchObject([{ _id: productId }]);
  expect((await find("quince")).products).toMatchObject([{ name: "Quince paste" }]);
  await pool.query("update product set name_es = 'Dulce de membrillo' where id = $1", [productId]);
  expect((await find("quince")).products).toMatchObject([{ name: "Quince paste" }]);
  expect((await call(findAnything, { q: "quince" }, { ...manager, spoken: "es" })).body.data.products).toMatchObject([
    { name: "Dulce de membrillo" },
  ]);
  expect(await find("+51 999 123")).toMatchObject({ orders: [], customers: [{ _id: ben.user._id }] });
  expect((await find("many.example")).customers).toHaveLength(5);
  expect(await find("quincy@many.example")).toEqual({ orders: [], products: [], customers: [] });
  expect((await call(findAnything, { q: "a" }, manager)).status).toBe(400);
});

test("names, addresses and phone numbers are found through indexes", async () => {
  const client = await pool.connect();
  await client.query("set enable_seqscan = off");
  for (const [index, query] of [
    ["user_account_email_trigram", "select id from user_account where email ilike '%plum%'"],
    ["user_account_mobile_trigram", "select id from user_account where regexp_replace(mobile, '\\D', '', 'g') like '%999123%'"],
    ["address_mobile_trigram", "select user_id from address where regexp_replace(mobile, '\\D', '', 'g') like '%999123%'"],
    ["user_account_by_name", "select id from user_account where (lower(name), id) > ('b', '') order by lower(name), id limit 50"],
  ] as const) {
    const { rows } = await client.query(`explain ${query}`);
    expect(JSON.stringify(rows)).toContain(index);
  }
  client.release(true);
});
