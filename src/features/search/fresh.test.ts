import type { FastifyInstance } from "fastify";
import { afterAll, beforeEach, expect, test } from "vitest";
import { announceInvalidations, watchInvalidations } from "#server/cache/watch-invalidations.ts";
import { openDatabase } from "#server/db/connect.ts";
import { buildApp } from "#start/app.ts";
import { makeShop } from "#start/open-shop.ts";
import { watchLateness } from "../../../tests/support/lateness.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { rankProducts } from "../catalogue/popularity.ts";
import * as admin from "../catalogue/admin/contract.ts";
import * as shelvesAdmin from "../catalogue/admin/shelves/contract.ts";
import type { Category, Product } from "../catalogue/contract.ts";
import { demoAddress } from "../files/demo-pictures.ts";
import { takeStock } from "../../../tests/support/take-stock.ts";
import { searchProducts } from "./contract.ts";

const opened = await openTestShop();
const { shop, app, connection } = opened;
const { token } = await makeAdmin(opened);
const APPLE = demoAddress({ icon: "red-apple", kind: "single", tint: "rose" });
const BANANA = demoAddress({ icon: "banana", kind: "single", tint: "butter" });

const call: typeof opened.call = async (endpoint, input) => {
  const answer = await opened.call(endpoint, input, { token });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer;
};

// Another process of the same shop.
announceInvalidations(shop.database);
const forOther = openDatabase(connection, () => {});
const forWatch = openDatabase({ ...connection, max: 1 }, () => {});
const there = makeShop(shop.config, forOther, shop.log);
const other = buildApp(there);
await other.ready();
const unwatch = watchInvalidations(
  forWatch.pool,
  (tags) => there.invalidations.publish(tags),
  () => {},
);
afterAll(async () => {
  unwatch();
  await other.close();
  await Promise.all([forWatch.close(), forOther.close()]);
});

let asked = 0;
/** A search that nobody made before: no cached response answers it. */
async function find(at: FastifyInstance, search: string): Promise<Product[]> {
  const { method, path: url } = searchProducts;
  const answer = await at.inject({ method, url, payload: { search, limit: 10 + (asked++ % 40) } });
  return answer.json<{ data: Product[] }>().data;
}
const namesOf = (products: readonly Product[]) => products.map(({ name }) => name);
const idsOf = (products: readonly Product[]) => products.map(({ _id }) => _id);
const stocksOf = (products: readonly Product[]) => products.map(({ _id, stock }) => [_id, stock]);

/** Expects it in this process at once, and in the other one within a second. */
async function seen(search: string, show: (found: Product[]) => unknown, expected: unknown): Promise<void> {
  expect(show(await find(app, search))).toEqual(expected);
  const lateness = watchLateness(() => shop.database.pool.query("select 1"));
  const begun = performance.now();
  await expect.poll(async () => show(await find(other, search)), { interval: 20 }).toEqual(expected);
  const ms = performance.now() - begun;
  expect(ms).toBeLessThan(1000 + 3 * (await lateness.end()));
}

let known: Product;
let shelves: { category: string[]; subCategory: string[] };
let count = 0;

beforeEach(async () => {
  const shelf = { name: `Cereals ${count++}`, image: BANANA };
  const { _id: category } = (await call(shelvesAdmin.addCategory, { ...shelf, name: `Pantry ${count}` })).body.data as Category;
  const { _id: subCategory } = (await call(shelvesAdmin.createSubCategory, { ...shelf, category: [category] })).body.data as Category;
  shelves = { category: [category], subCategory: [subCategory] };
  known = await newProduct("Quinoa");
});

async function newProduct(name: string, given: object = {}): Promise<Product> {
  const fields = { image: [APPLE], unit: "1 kg", stock: 12, price: 3.5, discount: 0, description: "Plain", more_details: {} };
  const { body } = await call(admin.createProduct, { name, brand: `Solmar${count}`, ...fields, ...shelves, ...given });
  return body.data;
}

async function change(given: object): Promise<void> {
  const { _id, version, name, brand, image, unit, stock, price, discount, description, more_details } = known;
  const fields = { _id, version, name, brand, image, unit, stock, price, discount, description, more_details, ...shelves };
  known = (await call(admin.updateProduct, { ...fields, ...given })).body.data;
}

test("SRCH-3 a changed price, discount, name, text or picture is in the next search, in every process", async () => {
  const brand = `solmar${count}`;
  await seen(brand, ([found]) => [found?.name, found?.price, found?.image], ["Quinoa", 3.5, [APPLE]]);
  await change({ price: 4.25 });
  await seen(brand, ([found]) => found?.price, 4.25);
  await change({ discount: 10 });
  await seen(brand, ([found]) => found?.discount, 10);
  await change({ image: [BANANA] });
  await seen(brand, ([found]) => found?.image, [BANANA]);
  await change({ description: "Grown in Puno" });
  await seen("grown puno", namesOf, ["Quinoa"]);
  await change({ name: "Amaranth" });
  await seen(brand, namesOf, ["Amaranth"]);
  await seen(`amaranth ${brand}`, namesOf, ["Amaranth"]);
});

test("stock is exact after a sale, and sold-out products come last", async () => {
  const second = await newProduct("Quinoa", { sku: `second-${count}` });
  const brand = `solmar${count}`;
  await seen(brand, stocksOf, [[known._id, 12], [second._id, 12]]); // prettier-ignore
  const sell = (quantity: number) =>
    shop.database.transact(({ tx, invalidate }) => takeStock(tx, invalidate, [{ productId: known._id, quantity }]));
  await sell(1);
  await seen(brand, stocksOf, [[known._id, 11], [second._id, 12]]); // prettier-ignore
  await sell(11);
  await seen(brand, stocksOf, [[second._id, 12], [known._id, 0]]); // prettier-ignore
  await change({ stock: 5 });
  await seen(brand, stocksOf, [[known._id, 5], [second._id, 12]]); // prettier-ignore
});

test("what sold until last night comes first among equals", async () => {
  const second = await newProduct("Quinoa", { sku: `second-${count}` });
  const brand = `solmar${count}`;
  await seen(brand, idsOf, [known._id, second._id]);
  await shop.database.transact(({ tx, invalidate }) => takeStock(tx, invalidate, [{ productId: second._id, quantity: 3 }]));
  await rankProducts(shop);
  await seen(brand, idsOf, [second._id, known._id]);
});

test("hidden and deleted products are gone, and come back", async () => {
  const brand = `solmar${count}`;
  await seen(brand, namesOf, ["Quinoa"]);
  await change({ hidden: true });
  await seen(brand, namesOf, []);
  await change({ hidden: false });
  await seen(brand, namesOf, ["Quinoa"]);
  await call(admin.deleteProduct, { _id: known._id });
  await seen(brand, namesOf, []);
  await call(admin.restoreProduct, { _id: known._id });
  await seen(brand, namesOf, ["Quinoa"]);
});

test("a renamed shelf is on its products, which are found by its new name", async () => {
  const [id] = shelves.subCategory;
  await seen(`cereals solmar${count}`, namesOf, ["Quinoa"]);
  const shelf = { _id: id!, name: `Whole grains ${count}`, image: BANANA, category: shelves.category, version: 1 };
  await call(shelvesAdmin.updateSubCategory, shelf);
  await seen(`grains solmar${count}`, ([found]) => found?.subCategory.map(({ name }) => name), [`Whole grains ${count}`]);
});
