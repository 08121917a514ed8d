import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import * as contract from "./contract.ts";
import type { Product } from "./contract.ts";
import { categories, productCategories, products, productSubCategories, subCategories, subCategoryCategories } from "./tables.ts";

const { shop, call } = await openTestShop();
const { db } = shop.database;

test("API-1 a response has success, error, message and data", async () => {
  const answer = await call(contract.listCategories);
  expect(answer).toMatchObject({ status: 200, body: { success: true, error: false, message: "", data: expect.any(Array) } });
});

// Two categories: fruit with 30 apples and no berries, and bakery with an empty shelf, bread and, through a second link, apples.
const fruit = { id: newId(), name: "Fruit", image: "/images/fruit/640.webp" };
const bakery = { id: newId(), name: "bakery", image: "/images/bakery/640.webp" };
const zoo = { id: newId(), name: "Zoo" };
const apples = { id: newId(), name: "Apples", image: "/images/apples/640.webp" };
const berries = { id: newId(), name: "Açaí & berries" };
const bread = { id: newId(), name: "Bread" };
await db.insert(categories).values([fruit, bakery, zoo, { id: newId(), name: "Gone", deletedAt: new Date() }]);
await db.insert(subCategories).values([apples, berries, bread, { id: newId(), name: "Gone", deletedAt: new Date() }]);
await db.insert(subCategoryCategories).values([
  { subCategoryId: apples.id, categoryId: fruit.id },
  { subCategoryId: apples.id, categoryId: bakery.id },
  { subCategoryId: berries.id, categoryId: fruit.id },
  { subCategoryId: bread.id, categoryId: bakery.id },
]);
const ids: string[] = [];
for (let n = 0; n < 30; n++) ids.push(await put({ name: `Apple ${n}`, stock: n < 4 ? 0 : 10 }, [fruit], apples));
const strudel = await put({ name: "Strudel", stock: 5 }, [fruit, bakery], apples);
const loaf = await put({ name: "Loaf", stock: 0 }, [bakery], bread);
const deleted = await put({ name: "Deleted", stock: 5, deletedAt: new Date() }, [fruit], apples);
const full = await put(
  {
    name: "Crème brûlée",
    brand: "Despensa",
    sku: "CB-1",
    unit: "2 pieces",
    stock: 3,
    priceCents: 1999,
    discountHundredths: 1250,
    description: "Sweet.",
    image: ["/images/a/640.webp", "https://example.com/b.jpg"],
    moreDetails: { Origin: "Lyon" },
  },
  [bakery],
  bread,
);

type Given = Partial<typeof products.$inferInsert> & { name: string };
async function put(given: Given, inCategories: { id: string }[], subCategory: { id: string }): Promise<string> {
  const id = newId();
  await db.insert(products).values({ stock: 1, priceCents: 100, ...given, id });
  await db.insert(productCategories).values(inCategories.map((category) => ({ productId: id, categoryId: category.id })));
  await db.insert(productSubCategories).values({ productId: id, subCategoryId: subCategory.id });
  return id;
}
const idsOf = (rows: Product[]) => rows.map(({ _id }) => _id);

test("API-12 API-31 all categories, in alphabetical order", async () => {
  const { body } = await call(contract.listCategories);
  expect(body.data).toEqual([
    { _id: bakery.id, name: "bakery", image: bakery.image, version: 1 },
    { _id: fruit.id, name: "Fruit", image: fruit.image, version: 1 },
    { _id: zoo.id, name: "Zoo", image: "", version: 1 },
  ]);
});

test("API-14 API-31 all sub categories with their categories, in alphabetical order", async () => {
  const { body } = await call(contract.listSubCategories);
  expect(body.data).toMatchObject([
    { _id: berries.id, name: "Açaí & berries", image: "", category: [{ _id: fruit.id, name: "Fruit" }] },
    { _id: apples.id, name: "Apples", image: apples.image },
    { _id: bread.id, name: "Bread", category: [{ _id: bakery.id, name: "bakery" }] },
  ]);
  const both = body.data[1].category.map(({ name }: { name: string }) => name);
  expect(both.sort()).toEqual(["Fruit", "bakery"]);
});

test("API-16 products, newest first, 12 a page, each on exactly one page", async () => {
  const first = await call(contract.listProducts);
  expect(first.body).toMatchObject({ success: true, totalNoPage: 3, totalCount: 33 });
  expect(first.body.data).toHaveLength(12);
  expect(first.body.data[0]._id).toBe(full);
  const all = [...first.body.data];
  for (const page of [2, 3, 4]) all.push(...(await call(contract.listProducts, { page })).body.data);
  expect(idsOf(all)).toEqual([full, loaf, strudel, ...ids.toReversed()]);
});

test("API-17 at most 20 products of a category, those in stock first", async () => {
  const { body } = await call(contract.productsOfCategory, { id: fruit.id });
  expect(idsOf(body.data)).toEqual(ids.slice(4, 24));
  const few = await call(contract.productsOfCategory, { id: bakery.id });
  expect(idsOf(few.body.data)).toEqual([strudel, full, loaf]);
  expect((await call(contract.productsOfCategory, { id: zoo.id })).body.data).toEqual([]);
});

test("API-18 LIST-2 the products that are in both, 8 a page", async () => {
  const where = { categoryId: fruit.id, subCategoryId: apples.id };
  const first = await call(contract.listing, where);
  expect(first.body).toMatchObject({ success: true, page: 1, totalPage: 4, totalCount: 31 });
  expect(idsOf(first.body.data)).toEqual(ids.slice(0, 8));
  const last = await call(contract.listing, { ...where, page: 4 });
  expect(idsOf(last.body.data)).toEqual([...ids.slice(24), strudel]);
  expect((await call(contract.listing, { ...where, page: 5 })).body).toMatchObject({ data: [], totalCount: 31 });

  const inBakery = await call(contract.listing, { categoryId: bakery.id, subCategoryId: apples.id });
  expect(idsOf(inBakery.body.data)).toEqual([strudel]);
  const none = await call(contract.listing, { categoryId: zoo.id, subCategoryId: apples.id });
  expect(none).toMatchObject({ status: 200, body: { data: [], totalPage: 0, totalCount: 0 } });
});

test("API-18 pages stay stable while products are added", async () => {
  const where = { categoryId: bakery.id, subCategoryId: bread.id, limit: 1 };
  const first = await call(contract.listing, where);
  const added = await put({ name: "Rye" }, [bakery], bread);
  shop.invalidations.publish(["*"]);
  const second = await call(contract.listing, { ...where, page: 2 });
  expect([...idsOf(first.body.data), ...idsOf(second.body.data)]).toEqual([loaf, full]);
  await shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute(`update product set deleted_at = now() where id = '${added}'`);
    invalidate("*");
  });
});

test("API-19 API-31 a product has every specified field", async () => {
  const { body } = await call(contract.productDetails, { productId: full });
  expect(body).toMatchObject({ success: true });
  expect(body.data).toEqual({
    unit_price: { price: 8.75, per: "piece" },
    _id: full,
    name: "Crème brûlée",
    brand: "Despensa",
    sku: "CB-1",
    unit: "2 pieces",
    stock: 3,
    price: 19.99,
    discount: 12.5,
    description: "Sweet.",
    image: ["/images/a/640.webp", "https://example.com/b.jpg"],
    more_details: { Origin: "Lyon" },
    version: 1,
    category: [{ _id: bakery.id, name: "bakery", image: bakery.image }],
    subCategory: [{ _id: bread.id, name: "Bread", image: "" }],
  });
});

test("a product without its own picture shows the sub category's", async () => {
  const { body } = await call(contract.productDetails, { productId: ids[0]! });
  expect(body.data.image).toEqual([apples.image]);
});

test("an unknown or deleted product is a 404", async () => {
  for (const productId of ["0".repeat(32), deleted]) {
    expect(await call(contract.productDetails, { productId })).toMatchObject({ status: 404, body: { message: "Product not found" } });
  }
});

test("an unknown category or sub category is a 404", async () => {
  const none = "0".repeat(32);
  expect(await call(contract.productsOfCategory, { id: none })).toMatchObject({ status: 404, body: { message: "Category not found" } });
  const noCategory = { categoryId: none, subCategoryId: apples.id };
  expect(await call(contract.listing, noCategory)).toMatchObject({ status: 404, body: { message: "Category not found" } });
  const noSubCategory = { categoryId: fruit.id, subCategoryId: none };
  expect(await call(contract.listing, noSubCategory)).toMatchObject({ status: 404, body: { message: "Sub category not found" } });
});

test("several products are returned in the requested order, without deleted ones", async () => {
  const { body } = await call(contract.manyProducts, { ids: [strudel, deleted, full, "0".repeat(32), loaf] });
  expect(idsOf(body.data)).toEqual([strudel, full, loaf]);
});

test("HOME-1 HOME-2 each category with products, its first sub category by name that has any, and products of each in turn", async () => {
  const { body } = await call(contract.home);
  const shown = body.data.map((row: contract.HomeRow) => [row.category.name, row.subCategory.name, row.products.length]);
  expect(shown).toEqual([
    ["Fruit", "Apples", 8],
    ["bakery", "Apples", 3],
  ]);
  expect(idsOf(body.data[1].products)).toEqual([strudel, full, loaf]);
  expect(body.data[1].subCategory).toEqual({ _id: apples.id, name: "Apples", image: apples.image });
});

test("a cached response is renewed when its product changes", async () => {
  const productId = ids[10]!;
  const before = await call(contract.productDetails, { productId });
  await shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute(`update product set stock = 77 where id = '${productId}'`);
    invalidate(`stock:${productId}`);
  });
  expect(before.body.data.stock).toBe(10);
  expect((await call(contract.productDetails, { productId })).body.data.stock).toBe(77);
  const { body } = await call(contract.productsOfCategory, { id: fruit.id });
  expect(body.data.find(({ _id }: Product) => _id === productId).stock).toBe(77);
});

describe("a Spanish request", () => {
  const spanish: typeof call = (endpoint, input) => call(endpoint, input, { spoken: "es" });
  const texts = { nameEs: "Manzana roja", descriptionEs: "Dulce", moreDetailsEs: { Origen: "Perú" }, unitEs: "2 unidades" };

  test("API-19 gets what is written in Spanish, the English texts of everything else, and usual pack sizes in Spanish", async () => {
    const own = { id: newId(), name: "Tropical", nameEs: "Tropicales" };
    const plain = { id: newId(), name: "Winter" };
    await db.insert(subCategories).values([own, plain]);
    await db.insert(subCategoryCategories).values([own, plain].map(({ id }) => ({ subCategoryId: id, categoryId: zoo.id })));
    await db.update(categories).set({ nameEs: "Zoológico" }).where(eq(categories.id, zoo.id));
    const english = { description: "Sweet", unit: "2 pieces", moreDetails: { Origin: "Peru" }, stock: 5 };
    const both = await put({ name: "Red apple", ...english, ...texts, variantGroup: "g", variantLabel: "2 pieces" }, [zoo], own);
    const one = await put({ name: "Green apple", ...english, variantGroup: "g", variantLabel: "Green" }, [zoo], plain);
    shop.invalidations.publish(["*"]);

    const { data, sizes } = (await spanish(contract.productDetails, { productId: both })).body;
    expect(data).toMatchObject({
      name: "Manzana roja",
      name_en: "Red apple",
      description: "Dulce",
      unit: "2 unidades",
      more_details: { Origen: "Perú" },
      category: [{ name: "Zoológico" }],
      subCategory: [{ name: "Tropicales" }],
      unit_price: { per: "piece" },
    });
    expect(sizes.map(({ name, label }: contract.Variant) => [name, label])).toEqual([
      ["Manzana roja", "2 unidades"],
      ["Green apple", "Green"],
    ]);
    expect((await spanish(contract.productDetails, { productId: one })).body.data).toMatchObject({
      name: "Green apple",
      description: "Sweet",
      unit: "2 unidades",
      more_details: { Origin: "Peru" },
      category: [{ name: "Zoológico" }],
      subCategory: [{ name: "Winter" }],
    });
    expect((await call(contract.productDetails, { productId: both })).body.data).toMatchObject({
      name: "Red apple",
      name_es: "Manzana roja",
      unit: "2 pieces",
      category: [{ name: "Zoo" }],
      subCategory: [{ name: "Tropical" }],
    });
    const shelf = async (say: typeof call) =>
      (await say(contract.listSubCategories)).body.data.find(({ _id }: contract.SubCategory) => _id === own.id);
    expect(await shelf(spanish)).toMatchObject({ name_en: "Tropical", category: [{ name: "Zoológico", name_en: "Zoo" }] });
    expect(await shelf(call)).toMatchObject({ name_es: "Tropicales", category: [{ name: "Zoo", name_es: "Zoológico" }] });
    const listed = await spanish(contract.listing, { categoryId: zoo.id, subCategoryId: own.id });
    expect(listed.body.data).toMatchObject([{ name: "Manzana roja" }]);
    const row = (await spanish(contract.home)).body.data.find(({ category }: contract.HomeRow) => category._id === zoo.id);
    expect(row).toMatchObject({ category: { name: "Zoológico" }, subCategory: { name: "Tropicales" } });
  });

  test("lists shelves by their Spanish names, with the English ones beside them", async () => {
    const named = async (spoken: "en" | "es") =>
      (await call(contract.listCategories, undefined, { spoken })).body.data.filter(({ _id }: contract.Category) => _id === zoo.id);
    expect(await named("es")).toEqual([{ _id: zoo.id, name: "Zoológico", name_en: "Zoo", image: "", version: 1 }]);
    expect(await named("en")).toEqual([{ _id: zoo.id, name: "Zoo", name_es: "Zoológico", image: "", version: 1 }]);
    const shelves = (await spanish(contract.listSubCategories)).body.data as contract.SubCategory[];
    expect(shelves.find(({ name }) => name === "Tropicales")).toMatchObject({ name_en: "Tropical", category: [{ name: "Zoológico" }] });
  });
});

describe("invalid input is a 400 that names the field", () => {
  const where = { categoryId: fruit.id, subCategoryId: apples.id };
  test.each([
    [contract.listProducts, { page: 0 }, "page"],
    [contract.listProducts, { page: -1 }, "page"],
    [contract.listProducts, { page: 1.5 }, "page"],
    [contract.listProducts, { page: 1e12 }, "page"],
    [contract.listProducts, { page: "2" }, "page"],
    [contract.listProducts, { limit: 0 }, "limit"],
    [contract.listProducts, { limit: 51 }, "limit"],
    [contract.listProducts, { limit: -1 }, "limit"],
    [contract.listProducts, { search: ["a"] }, "search"],
    [contract.listProducts, { search: "x".repeat(201) }, "search"],
    [contract.listing, { ...where, limit: 1000 }, "limit"],
    [contract.listing, { ...where, page: null }, "page"],
    [contract.listing, { categoryId: fruit.id }, "subCategoryId"],
    [contract.listing, { ...where, categoryId: "1; drop table product" }, "categoryId"],
    [contract.productsOfCategory, {}, "id"],
    [contract.productsOfCategory, { id: 7 }, "id"],
    [contract.productDetails, { productId: { $ne: "" } }, "productId"],
    [contract.productDetails, { productId: full.toUpperCase() }, "productId"],
    [contract.manyProducts, { ids: [full, "x"] }, "ids.1"],
    [contract.manyProducts, { ids: Array.from({ length: 101 }, () => full) }, "ids"],
  ])("$path %j", async (endpoint, input, field) => {
    const { status, body } = await call(endpoint, input as never);
    expect([status, body.success, body.error]).toEqual([400, false, true]);
    expect(body.message.split(" ")[0]).toBe(field);
  });

  test("the largest valid page and limit are accepted", async () => {
    const { status, body } = await call(contract.listProducts, { page: 1_000_000, limit: 50 });
    expect([status, body.data]).toEqual([200, []]);
  });
});
