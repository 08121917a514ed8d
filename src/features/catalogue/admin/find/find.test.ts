import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { listAdminChanges } from "#features/audit/contract.ts";
import { addToCart, getCart, updateQuantity } from "#features/cart/contract.ts";
import { demoAddress } from "#features/files/demo-pictures.ts";
import { cashOnDelivery, listOrders } from "#features/orders/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { addAddress } from "../../../../../tests/support/goods.ts";
import { makeAdmin, signUp } from "../../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../../tests/support/test-shop.ts";
import * as catalogue from "../../contract.ts";
import * as shelves from "../shelves/contract.ts";
import { relatedProducts } from "../../related/contract.ts";
import * as admin from "../contract.ts";
import { findProducts, productToEdit, type AdminProduct } from "./contract.ts";

const shop = await openTestShop({ SHOP_TIMEZONE: "America/Lima" });
const { db } = shop.shop.database;
const { token } = await makeAdmin(shop);
const call: typeof shop.call = (endpoint, input) => shop.call(endpoint, input, { token });

const image = demoAddress({ icon: "banana", kind: "single", tint: "butter" });
const addShelf = async (name: string) => (await call(shelves.createSubCategory, { name, image, category: [fruit] })).body.data._id;
let fruit: string, apples: string, pears: string;
beforeAll(async () => {
  fruit = (await call(shelves.addCategory, { name: "Fruit", image })).body.data._id;
  [apples, pears] = [await addShelf("Apples"), await addShelf("Pears")];
});

const fields = () => ({
  name: "Gala Apple",
  image: [demoAddress({ icon: "red-apple", kind: "single", tint: "rose" })],
  category: [fruit],
  subCategory: [apples],
  unit: "1 kg",
  stock: 12,
  price: 4,
  discount: 0,
  description: "Crisp.",
  more_details: {},
});
type Sent = Parameters<typeof shop.call<typeof admin.createProduct>>[1];
async function addProduct(given: Partial<Sent & object> = {}): Promise<string> {
  const { status, body } = await call(admin.createProduct, { ...fields(), ...given });
  if (status !== 200) throw new Error(body.message);
  return body.data._id;
}
const read = async (productId: string): Promise<AdminProduct> => (await call(productToEdit, { productId })).body.data;
const find = async (filter: Parameters<typeof call<typeof findProducts>>[1]): Promise<string[]> =>
  (await call(findProducts, { limit: 50, ...filter })).body.data.map(({ _id }: AdminProduct) => _id);
const details = (productId: string) => shop.call(catalogue.productDetails, { productId });
async function buyer() {
  const { token: own, user } = await signUp(shop);
  const addressId = await addAddress(shop, user._id);
  const order = (productId: string) => shop.call(cashOnDelivery, { list_items: [{ productId, quantity: 1 }], addressId }, { token: own });
  const cart = async () => (await shop.call(getCart, undefined, { token: own })).body.data;
  return { token: own, order, cart };
}

test("shelves of a product come with their Spanish name, where they have one", async () => {
  const { body } = await call(shelves.createSubCategory, { name: "Quinces", name_es: "Membrillos", image, category: [fruit] });
  const found = await read(await addProduct({ subCategory: [body.data._id] }));
  expect([...found.category, ...found.subCategory].map(({ name, name_es: spanish }) => [name, spanish])).toEqual([
    ["Fruit", undefined],
    ["Quinces", "Membrillos"],
  ]);
});

describe("what only admins enter", () => {
  test("API-15 API-20 cost, barcode and hidden are stored, and left alone by clients that don't know them", async () => {
    const _id = await addProduct({ cost_price: 2.1, barcode: "4 006381 333931", hidden: true });
    expect(await read(_id)).toMatchObject({ cost_price: 2.1, barcode: "4006381333931", hidden: true, offer: null, stock: 12 });
    expect((await call(admin.updateProduct, { ...fields(), _id, price: 5 })).status).toBe(200);
    expect(await read(_id)).toMatchObject({ cost_price: 2.1, barcode: "4006381333931", hidden: true, price: 5 });
    await call(admin.updateProduct, { ...fields(), _id, cost_price: null, barcode: "", hidden: false });
    expect(await read(_id)).toMatchObject({ cost_price: null, barcode: null, hidden: false });
    const [change] = (await call(listAdminChanges, { kind: "product", id: _id })).body.data;
    expect(change).toMatchObject({ before: { cost_price: 2.1, hidden: true }, after: { cost_price: null, hidden: false } });
  });

  test("API-20 a product that lacks unit and description can be changed, but what it has cannot be emptied", async () => {
    const _id = await addProduct();
    await db.execute(sql`update product set unit = '', description = '', stock = 1000007 where id = ${_id}`);
    const { image: _image, ...bare } = { ...fields(), unit: "", description: "", stock: 1_000_007, stockWas: 1_000_007 };
    expect((await call(admin.updateProduct, { ...bare, _id, price: 3 })).status).toBe(200);
    expect(await read(_id)).toMatchObject({ price: 3, unit: "", stock: 1_000_007 });
    expect((await call(admin.updateProduct, { ...bare, _id, unit: "2 kg" })).status).toBe(200);
    expect((await call(admin.updateProduct, { ...bare, _id })).body.message).toBe("unit is required");
    expect((await call(admin.createProduct, { ...fields(), description: "" })).body.message).toBe("description is required");
  });

  test.each([
    [{ barcode: "4006381333932" }, "barcode ends in 2 instead of 1: one of its digits is wrong"],
    [{ cost_price: -1 }, "cost_price must be 0 to 99999.99 with at most two decimals"],
    [{ offer: { discount: 0, from: null, until: "2090-01-01T00:00" } }, "offer.discount must be more than 0"],
    [{ offer: { discount: 10, from: null, until: null } }, "offer.from or offer.until is required"],
    [{ offer: { discount: 10, from: null, until: "2020-01-01T00:00" } }, "offer.until must be in the future"],
    [{ offer: { discount: 10, from: "2090-01-02T00:00", until: "2090-01-02T00:00" } }, "offer.until must be later than offer.from"],
    [{ offer: { discount: 10, from: "2090-02-30T00:00", until: null } }, "offer.from must be a date and time like 2026-12-24T18:00"],
  ])("%o is a 400: %s", async (wrong, message) => {
    expect(await call(admin.createProduct, { ...fields(), ...wrong })).toMatchObject({ status: 400, body: { message } });
  });

  test.each([
    [{ price: -1 }, "El precio debe estar entre", "price"],
    [{ unit: "" }, "La presentación no puede quedar en blanco", "unit"],
    [{ offer: { discount: 101, from: "2090-01-01T00:00", until: null } }, "El descuento debe", "offer.discount"],
    [{ offer: { discount: 10, from: null, until: "2020-01-01T00:00" } }, "El fin de la oferta debe estar en el futuro", "offer.until"],
  ])("%o is refused in Spanish with what people call the field: %s", async (wrong, message, field) => {
    const { body } = await shop.call(admin.createProduct, { ...fields(), ...wrong }, { token, spoken: "es" });
    expect(body).toMatchObject({ message: expect.stringMatching(`^${message}`), field });
  });

  test("API-15 a barcode is unique among products that are not deleted, with or without zeros in front", async () => {
    const first = await addProduct({ name: "First", barcode: "036000291452" });
    const refused = { status: 409, body: { message: "The barcode 0036000291452 belongs to First" } };
    expect(await call(admin.createProduct, { ...fields(), barcode: "0036000291452" })).toMatchObject(refused);
    await call(admin.deleteProduct, { _id: first });
    await addProduct({ name: "Second", barcode: "0036000291452" });
    expect(await call(admin.restoreProduct, { _id: first })).toMatchObject({
      status: 409,
      body: { message: "The barcode 036000291452 belongs to Second" },
    });
  });
});

describe("finding products", () => {
  test("ADM-8 an exact SKU or barcode comes first, then SKUs that begin like it, then what the words find", async () => {
    const word = await addProduct({ name: "Quandong" });
    const hidden = await addProduct({ name: "Quandong hidden", hidden: true });
    const long = await addProduct({ name: "Fig", sku: "QUANDONG-1" });
    const exact = await addProduct({ name: "Date", sku: "Quandong", barcode: "96385074" });
    expect(await find({ search: "quandong" })).toEqual([exact, long, word, hidden]);
    expect((await find({ search: "9638 5074" }))[0]).toBe(exact);
    expect(await find({ search: "quandong", hidden: false })).toEqual([exact, long, word]);
    expect(await find({ search: "quandong", sort: "name" })).toEqual([exact, long, word, hidden]);
  });

  test("ADM-8 shelf, stock, picture, price and hidden narrow the list; it can be sorted", async () => {
    const pear = (given: object) => addProduct({ name: "Pear", subCategory: [pears], ...given });
    const plain = await pear({ name: "b", price: 3 });
    const sold = await pear({ name: "c", price: 2, stock: 0 });
    const bare = await pear({ name: "a", price: 1, stock: 3, image: [] });
    const odd = await pear({ name: "d", price: 5, stock: 40, cost_price: 5.01 });
    const shelf = pears;
    expect(await find({ shelf })).toEqual([odd, bare, sold, plain]);
    expect(await find({ shelf, stock: "out" })).toEqual([sold]);
    expect(await find({ shelf, stock: "in" })).toEqual([odd, bare, plain]);
    expect(await find({ shelf, picture: "none" })).toEqual([bare]);
    expect(await find({ shelf, price: "odd" })).toEqual([odd]);
    expect(await find({ shelf, ids: [plain, sold], stock: "in" })).toEqual([plain]);
    expect(await find({ shelf: fruit, ids: [plain] })).toEqual([plain]);
    expect(await find({ shelf, sort: "name" })).toEqual([bare, plain, sold, odd]);
    expect(await find({ shelf, sort: "price" })).toEqual([bare, sold, plain, odd]);
    expect(await find({ shelf, sort: "stock-down" })).toEqual([odd, plain, bare, sold]);
    const page = await call(findProducts, { shelf, limit: 3, page: 2 });
    expect(page.body).toMatchObject({ totalNoPage: 2, totalCount: 4, data: [{ _id: plain }] });
    expect(page.headers["cache-control"]).toBe("no-store");
  });
});

describe("a hidden product", () => {
  test("is nowhere in the shop, says so in carts, cannot be bought, and comes back when it is shown", async () => {
    const plums = await addShelf("Plums");
    const given = { name: "Mirabelle", brand: "Orchard", subCategory: [plums] };
    const _id = await addProduct(given);
    const other = await addProduct({ name: "Mirabelle jam", subCategory: [plums] });
    const shopper = await buyer();
    expect((await shopper.order(_id)).status).toBe(200);
    const { body: added } = await shop.call(addToCart, { productId: _id }, { token: shopper.token });
    const lists = async () => {
      const all = {
        listing: await shop.call(catalogue.listing, { categoryId: fruit, subCategoryId: plums }),
        narrowed: await shop.call(catalogue.listing, { categoryId: fruit, subCategoryId: plums, brand: ["Orchard"] }),
        category: await shop.call(catalogue.productsOfCategory, { id: fruit }),
        newest: await shop.call(catalogue.listProducts, { limit: 50 }),
        search: await shop.call(searchProducts, { search: "mirabelle" }),
        popular: await shop.call(searchProducts, { limit: 50 }),
        many: await shop.call(catalogue.manyProducts, { ids: [_id] }),
        home: await shop.call(catalogue.home),
        related: await shop.call(relatedProducts, { productId: other }),
        details: await details(_id),
      };
      return {
        ...Object.fromEntries(Object.entries(all).map(([name, { body }]) => [name, JSON.stringify(body).includes(_id)])),
        sitemap: (await shop.app.inject(`/sitemap-products-${"0".repeat(32)}.xml`)).body.includes(_id),
      };
    };
    const everywhere = await lists();
    expect(Object.entries(everywhere).filter(([, isShown]) => !isShown)).toEqual([]);

    await call(admin.updateProduct, { ...fields(), ...given, _id, hidden: true });
    expect(Object.entries(await lists()).filter(([, isShown]) => isShown)).toEqual([]);
    expect((await details(_id)).status).toBe(404);
    expect(await shopper.cart()).toMatchObject([{ productId: { _id, no_longer_sold: true, stock: 0 } }]);
    const { body: guest } = await shop.call(catalogue.manyProducts, { ids: [_id], unsold: true });
    expect(guest.data).toMatchObject([{ _id, no_longer_sold: true, stock: 0 }]);
    expect((await shopper.order(_id)).status).toBe(409);
    const { token: own } = shopper;
    expect((await shop.call(updateQuantity, { _id: added.data._id, qty: 2 }, { token: own })).status).toBe(409);
    expect((await shop.call(addToCart, { productId: _id }, { token: (await signUp(shop)).token })).status).toBe(404);
    expect((await shop.call(listOrders, {}, { token: own })).body.data[0].products[0].product_details.name).toBe("Mirabelle");

    await call(admin.updateProduct, { ...fields(), ...given, _id, hidden: false });
    expect(await lists()).toEqual(everywhere);
    expect((await shopper.cart())[0].productId).not.toHaveProperty("no_longer_sold");
    expect((await shopper.order(_id)).status).toBe(200);
  });
});

/** The local time in Lima, this many hours from now. */
const local = async (hours: number): Promise<string> => {
  const { rows } = await db.execute<{ time: string }>(
    sql`select to_char((now() + make_interval(hours => ${hours})) at time zone 'America/Lima', 'YYYY-MM-DD"T"HH24:MI') as time`,
  );
  return rows[0]!.time;
};
const discounts = async (_id: string) => {
  const { body } = await shop.call(catalogue.listing, { categoryId: fruit, subCategoryId: apples, limit: 50 });
  const listed = body.data.find((product: { _id: string }) => product._id === _id);
  return [(await details(_id)).body.data.discount, listed.discount];
};
const isReduced = async (_id: string) => {
  const { body } = await shop.call(catalogue.listing, { categoryId: fruit, subCategoryId: apples, limit: 50, offer: true });
  return JSON.stringify(body).includes(_id);
};
async function runScheduled(): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job('catalogue.offers', '{"id":"test","data":null}'::json)`);
  await shop.doJobs();
}

describe("an offer with dates", () => {
  test("begins and ends by itself: at once in carts and orders, and with the next job in everything cached", async () => {
    const offer = { discount: 25, from: await local(1), until: await local(2) };
    const _id = await addProduct({ name: "Offered", offer });
    const shopper = await buyer();
    await shop.call(addToCart, { productId: _id }, { token: shopper.token });
    const cartDiscount = async () => (await shopper.cart())[0].productId.discount;
    const ordered = async () => {
      expect((await shopper.order(_id)).status).toBe(200);
      const { rows } = await db.execute<{ paid: number }>(
        sql`select paid_cents as paid from order_line where product_id = ${_id} order by order_id desc limit 1`,
      );
      await shop.call(addToCart, { productId: _id }, { token: shopper.token });
      return rows[0]!.paid;
    };
    expect(await read(_id)).toMatchObject({ discount: 0, offer });
    expect([await discounts(_id), await cartDiscount(), await ordered()]).toEqual([[0, 0], 0, 400]);
    const { version } = await read(_id);

    await db.execute(sql`update product set offer_from = now() where id = ${_id}`);
    expect([await cartDiscount(), await ordered()]).toEqual([25, 300]);
    await runScheduled();
    expect([await discounts(_id), await isReduced(_id)]).toEqual([[25, 25], true]);

    await db.execute(sql`update product set offer_until = now() where id = ${_id}`);
    expect([await cartDiscount(), await ordered()]).toEqual([0, 400]);
    await runScheduled();
    expect([await discounts(_id), await isReduced(_id)]).toEqual([[0, 0], false]);
    // Someone who is editing the product meanwhile is not disturbed.
    expect(await read(_id)).toMatchObject({ offer: null, discount: 0, version });
  });

  test("the scheduled job enqueues another for the second in which one begins", async () => {
    const _id = await addProduct({ offer: { discount: 10, from: await local(1), until: null } });
    await db.execute(sql`update product set offer_from = now() + interval '30 seconds' where id = ${_id}`);
    await runScheduled();
    const { rows } = await db.execute<{ wait: number }>(sql`
      select extract(epoch from j.run_at - p.offer_from)::float8 as wait from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id, product p
      where t.identifier = 'catalogue.offers-on-time' and p.id = ${_id}`);
    expect(rows).toContainEqual({ wait: 0 });
    await db.execute(sql`update product set offer_from = now() where id = ${_id}`);
    await shop.doJobs("early");
    const { rows: after } = await db.execute(sql`select discount_hundredths as discount from product where id = ${_id}`);
    expect(after).toEqual([{ discount: 1000 }]);
  });

  test("stays if clients send back the discount they read, and is replaced by another discount", async () => {
    const offer = { discount: 30, from: await local(-1), until: await local(5) };
    const _id = await addProduct({ offer });
    await call(admin.updateProduct, { ...fields(), _id, discount: 30, price: 6 });
    expect(await read(_id)).toMatchObject({ offer, price: 6, discount: 30 });
    await call(admin.updateProduct, { ...fields(), _id, discount: 5 });
    expect(await read(_id)).toMatchObject({ offer: null, discount: 5 });
    await call(admin.updateProduct, { ...fields(), _id, offer });
    await call(admin.updateProduct, { ...fields(), _id, offer: null });
    expect(await read(_id)).toMatchObject({ offer: null, discount: 0 });
  });
});

test("what a product costs the shop is in no answer to shoppers, no search row and no cached byte", async () => {
  const _id = await addProduct({ name: "Kumquat secret", cost_price: 98_765.43, price: 9.5, brand: "Grove" });
  const shopper = await buyer();
  await shopper.order(_id);
  await shop.call(addToCart, { productId: _id }, { token: shopper.token });
  const cached = vi.spyOn(shop.shop.cache, "respond");
  const fat = {
    productId: _id,
    ids: [_id],
    id: fruit,
    categoryId: fruit,
    subCategoryId: apples,
    search: "kumquat",
    limit: 50,
    page: 1,
    list_items: [{ productId: _id, quantity: 1 }],
    items: [{ productId: _id, quantity: 1 }],
    unsold: true,
    choices: true,
  };
  const changing = /logout|delet|password|two-step|user|account|refresh|security|otp|contact/;
  const told: string[] = [];
  for (const { method, path, access, media } of shop.shop.inProcess.endpoints()) {
    if (access === "admin" || media || path.includes(":") || changing.test(path)) continue;
    const answer = await shop.app.inject({
      method,
      url: path,
      headers: access === "user" ? { authorization: `Bearer ${shopper.token}` } : {},
      ...(method === "GET" ? { query: { q: "kumquat", search: "kumquat", productId: _id } } : { payload: fat }),
    });
    expect([path, answer.body.match(/98765|cost/)]).toEqual([path, null]);
    if (answer.body.includes(_id)) told.push(path);
  }
  // The product was in these responses.
  expect(told).toEqual(expect.arrayContaining([catalogue.listing.path, catalogue.productDetails.path, searchProducts.path, getCart.path]));
  const responses = await Promise.all(cached.mock.results.map(async ({ value }) => String((await value).identity.body)));
  expect(responses.filter((body) => body.includes(_id)).length).toBeGreaterThan(2);
  expect(responses.filter((body) => body.includes("98765"))).toEqual([]);
  for (const table of ["search_product", "search_posting", "search_completion", "order_line", "cart_line"]) {
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(table)} t where t::text like '%98765%'`);
    expect([table, rows]).toEqual([table, []]);
  }
});
