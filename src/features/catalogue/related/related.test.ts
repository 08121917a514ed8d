import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { addProduct, addShelf } from "../../../../tests/support/goods.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { deleteProduct } from "../admin/contract.ts";
import type { Product } from "../contract.ts";
import { productCategories, productSubCategories, subCategories, subCategoryCategories } from "../tables.ts";
import { relatedProducts } from "./contract.ts";
import { replacePairs } from "./store.ts";

const testShop = await openTestShop();
const { call } = testShop;
const { database } = testShop.shop;
const { db } = database;

/** The names of both rows. */
async function rowsOf(productId: string): Promise<{ goesWellWith: string[]; similar: string[] }> {
  const { status, body } = await call(relatedProducts, { productId });
  expect(status).toBe(200);
  return { goesWellWith: namesOf(body.data.goesWellWith), similar: namesOf(body.data.similar) };
}

const namesOf = (products: Product[]) => products.map(({ name }) => name);

/** Another shelf of a category. */
async function addShelfTo(categoryId: string, productIds: readonly string[]): Promise<void> {
  const subCategoryId = newId();
  await db.insert(subCategories).values({ id: subCategoryId, name: `Shelf ${subCategoryId}` });
  await db.insert(subCategoryCategories).values({ categoryId, subCategoryId });
  await db.insert(productCategories).values(productIds.map((productId) => ({ categoryId, productId })));
  await db.insert(productSubCategories).values(productIds.map((productId) => ({ subCategoryId, productId })));
}

const addAll = (names: readonly string[], given: object = {}) => Promise.all(names.map((name) => addProduct(testShop, { name, ...given })));

test("similar products come from the shelf, by name, brand and price; what goes well, from the shelves nearby, the same brand first", async () => {
  const milk = await addProduct(testShop, { name: "Whole Milk", brand: "Vale", price: 2 });
  const [skimmed] = await addAll(["Skimmed Milk"], { brand: "Vale", price: 2 });
  const [cheap, dear] = [
    await addProduct(testShop, { name: "Butter", price: 2 }),
    await addProduct(testShop, { name: "Saffron", price: 90 }),
  ];
  const { categoryId } = await addShelf(testShop, [dear, cheap, skimmed!, milk]);
  const [oats, yogurt] = await addAll(["Oats", "Yogurt"]);
  const kefir = await addProduct(testShop, { name: "Kefir", brand: "Vale" });
  await addShelfTo(categoryId, [oats!, kefir]);
  await addShelfTo(categoryId, [yogurt!]);
  const rows = await rowsOf(milk);
  expect(rows.similar.slice(0, 3)).toEqual(["Skimmed Milk", "Butter", "Saffron"]);
  expect(rows.goesWellWith.slice(0, 3)).toEqual(["Kefir", expect.stringMatching(/Oats|Yogurt/), expect.stringMatching(/Oats|Yogurt/)]);
});

test("what was bought together comes first, but sold-out products last", async () => {
  const [pasta, sauce, cheese, wine] = await addAll(["Pasta", "Sauce", "Cheese", "Wine"]);
  await addShelf(testShop, [pasta!]);
  await db.execute(sql`update product set stock = 0 where id = ${sauce}`);
  const pairs = [sauce, cheese, wine].map((otherId, place) => ({ productId: pasta!, otherId: otherId!, place: place + 1 }));
  await database.transact(({ tx }) => replacePairs(tx, [pasta!], pairs));
  const { goesWellWith } = await rowsOf(pasta!);
  expect(goesWellWith.slice(0, 2)).toEqual(["Cheese", "Wine"]);
  expect(goesWellWith.indexOf("Sauce")).toBe(2);
});

test("sizes of one product do not fill the row", async () => {
  const cola = await addProduct(testShop, { name: "Cola 330 ml", brand: "Fizz" });
  const sizes = await addAll(["Cola 500 ml", "Cola 1 l", "Cola 1.5 l"], { brand: "Fizz" });
  const others = await addAll(["Lemonade", "Tonic", "Ginger Ale"]);
  await addShelf(testShop, [cola, ...sizes, ...others]);
  const { similar } = await rowsOf(cola);
  expect(similar.toSorted()).toEqual(["Cola 1 l", "Cola 1.5 l", "Cola 500 ml", "Ginger Ale", "Lemonade", "Tonic"]);
  expect(similar.slice(0, 3).filter((name) => name.startsWith("Cola"))).toEqual([]);
});

test("each row has four products if the shop has enough, none of them twice, and never the product itself", async () => {
  const alone = await addProduct(testShop, { name: "Alone" });
  await addShelf(testShop, [alone]);
  const { goesWellWith, similar } = await rowsOf(alone);
  expect([goesWellWith.length, similar.length]).toEqual([4, 4]);
  expect(new Set([...goesWellWith, ...similar, "Alone"]).size).toBe(9);
  expect((await call(relatedProducts, { productId: newId() })).status).toBe(404);
});

test("a cached response follows the products it shows", async () => {
  const admin = await makeAdmin(testShop);
  const [tea, mug, spoon] = await addAll(["Tea", "Mug", "Spoon"]);
  await addShelf(testShop, [tea!, mug!, spoon!]);
  expect((await rowsOf(tea!)).similar.slice(0, 2)).toEqual(["Mug", "Spoon"]);
  expect((await call(deleteProduct, { _id: mug! }, admin)).status).toBe(200);
  const { goesWellWith, similar } = await rowsOf(tea!);
  expect([...goesWellWith, ...similar]).not.toContain("Mug");
  expect(similar[0]).toBe("Spoon");
});
