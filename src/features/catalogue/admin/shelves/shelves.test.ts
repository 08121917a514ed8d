import { describe, expect, test } from "vitest";
import { demoAddress } from "#features/files/demo-pictures.ts";
import { listAdminChanges } from "#features/audit/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { addProduct, addShelf } from "../../../../../tests/support/goods.ts";
import { makeAdmin } from "../../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../../tests/support/test-shop.ts";
import { indexProducts } from "../../../search/engine/index-products.ts";
import { home, listCategories, listSubCategories, type Category, type SubCategory } from "../../contract.ts";
import * as admin from "../contract.ts";
import * as shelves from "./contract.ts";

const shop = await openTestShop();
const { pool } = shop.shop.database;
const { token, user } = await makeAdmin(shop);
const IMAGE = demoAddress({ icon: "red-apple", kind: "single", tint: "rose" });
const OTHER = demoAddress({ icon: "banana", kind: "single", tint: "butter" });
const UNKNOWN = "0".repeat(32);

const call: typeof shop.call = (endpoint, input) => shop.call(endpoint, input, { token });
const categories = async () => (await shop.call(listCategories)).body.data as (Category & { version: number })[];
const subCategories = async () => (await shop.call(listSubCategories)).body.data as (SubCategory & { version: number })[];
const trail = async (id: string) => (await call(listAdminChanges, { id })).body.data;

let count = 0;
const newName = () => `Shelf no ${++count}`;
async function newCategory(name = newName()): Promise<Category> {
  return (await call(shelves.addCategory, { name, image: IMAGE })).body.data;
}
async function newSubCategory(category: string[], name = newName()): Promise<SubCategory> {
  return (await call(shelves.createSubCategory, { name, image: IMAGE, category })).body.data;
}

describe("API-12 categories", () => {
  test("API-12 STAT-9 adding one shows it in the list immediately", async () => {
    await categories();
    const { status, body } = await call(shelves.addCategory, { name: "  Fruit & Nuts\n", image: IMAGE });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      error: false,
      message: "Category added",
      data: { _id: expect.stringMatching(/^[0-9a-f]{32}$/), name: "Fruit & Nuts", image: IMAGE, version: 1 },
    });
    expect(await categories()).toContainEqual(body.data);
  });

  test("API-12 changing one is visible to shoppers too", async () => {
    const { _id } = await newCategory();
    await categories();
    const { status, body } = await call(shelves.updateCategory, { _id, name: "Renamed", image: OTHER });
    expect([status, body.message, body.data]).toEqual([200, "Category updated", { _id, name: "Renamed", image: OTHER, version: 2 }]);
    expect(await categories()).toContainEqual(body.data);
  });

  test("API-12 API-14 the Spanish name is stored, left alone when omitted, listed and recorded", async () => {
    const { body } = await call(shelves.addCategory, { name: newName(), name_es: " Frutas\n", image: IMAGE });
    expect(body.data).toMatchObject({ name_es: "Frutas" });
    const { _id } = body.data;
    await call(shelves.updateCategory, { _id, name: "Fruit in both", image: OTHER });
    expect(await categories()).toContainEqual({ _id, name: "Fruit in both", name_es: "Frutas", image: OTHER, version: 2 });
    await call(shelves.updateCategory, { _id, name: "Fruit in both", name_es: "", image: OTHER });
    expect(await categories()).toContainEqual({ _id, name: "Fruit in both", image: OTHER, version: 3 });
    const [last, , first] = await trail(_id);
    expect([first.after.name_es, last.before, last.after]).toEqual(["Frutas", { name_es: "Frutas" }, {}]);
    const { body: sub } = await call(shelves.createSubCategory, { name: newName(), name_es: "Manzanas", image: IMAGE, category: [_id] });
    expect(sub.data).toMatchObject({ name_es: "Manzanas", category: [{ name: "Fruit in both" }] });
    const tooLong = await call(shelves.updateCategory, { _id, name: "Fruit in both", name_es: "x".repeat(101), image: OTHER });
    expect(tooLong).toMatchObject({ status: 400, body: { message: "name_es is wrong: expected string to have <=100 characters" } });
  });

  test("API-12 API-14 what a client reads under /es and sends back there leaves the English name alone", async () => {
    const { _id } = (await call(shelves.addCategory, { name: "Nuts", name_es: "Nueces", image: IMAGE })).body.data;
    const { body: sub } = await call(shelves.createSubCategory, { name: "Almonds", image: IMAGE, category: [_id] });
    const there: typeof shop.call = (endpoint, input) => shop.call(endpoint, input, { token, spoken: "es" });
    const [category] = (await there(listCategories)).body.data.filter((shelf: Category) => shelf._id === _id);
    expect(category.name).toBe("Nueces");
    await there(shelves.updateCategory, { ...category, image: OTHER });
    expect(await categories()).toContainEqual({ _id, name: "Nuts", name_es: "Nueces", image: OTHER, version: 2 });
    await there(shelves.updateSubCategory, { ...sub.data, name: "Almendras", category: [_id] });
    expect(await subCategories()).toContainEqual(expect.objectContaining({ name: "Almonds", name_es: "Almendras" }));
    await there(shelves.updateCategory, { _id, name: "Dried nuts", name_es: "Nueces secas", image: IMAGE });
    expect(await categories()).toContainEqual({ _id, name: "Dried nuts", name_es: "Nueces secas", image: IMAGE, version: 3 });
  });

  test("API-12 deleting one frees its name", async () => {
    const { _id, name } = await newCategory();
    const { status, body } = await call(shelves.deleteCategory, { _id });
    expect([status, body.message]).toEqual([200, "Category deleted"]);
    expect((await categories()).map((one) => one._id)).not.toContain(_id);
    expect((await call(shelves.deleteCategory, { _id })).status).toBe(404);
    expect((await call(shelves.updateCategory, { _id, name, image: IMAGE })).status).toBe(404);
    expect((await call(shelves.addCategory, { name, image: IMAGE })).status).toBe(200);
  });

  test.each([
    ["name", { name: undefined }, "name is required"],
    ["name", { name: "  " }, "name is required"],
    ["name", { name: 7 }, "name is wrong: expected string, received number"],
    ["name", { name: "x".repeat(101) }, "name is wrong: expected string to have <=100 characters"],
    ["image", { image: undefined }, "image is required"],
    ["image", { image: "" }, "image is required"],
    ["image", { image: "http://example.com/a.png" }, "image must be the address of an uploaded picture or an https address"],
    ["image", { image: "javascript:alert(1)" }, "image must be the address of an uploaded picture or an https address"],
    ["image", { image: "/images/red-apple-single-rose/641.webp" }, "image must be the address of an uploaded picture or an https address"],
    ["image", { image: "/images/catalogue-0123/640.webp" }, "image is no longer in the shop: upload it again"],
  ])("API-12 an invalid %s is a 400 that says so: %o", async (_field, wrong, message) => {
    const fields = { name: newName(), image: IMAGE, ...wrong } as { name: string; image: string };
    const { _id } = await newCategory();
    const before = await categories();
    expect(await call(shelves.addCategory, fields)).toMatchObject({ status: 400, body: { message } });
    expect(await call(shelves.updateCategory, { _id, ...fields })).toMatchObject({ status: 400, body: { message } });
    expect(await categories()).toEqual(before);
  });

  test("API-12 an https picture is stored as it is", async () => {
    const image = "https://example.com/fruit.png";
    expect((await call(shelves.addCategory, { name: newName(), image })).body.data.image).toBe(image);
  });

  test("API-12 a name already in use, whatever its case, is a 409 that names it", async () => {
    const [one, other] = [await newCategory("Sweets"), await newCategory()];
    const refused = { status: 409, body: { message: 'There is already a category named "SWEETS"' } };
    expect(await call(shelves.addCategory, { name: "SWEETS", image: IMAGE })).toMatchObject(refused);
    expect(await call(shelves.updateCategory, { _id: other._id, name: "SWEETS", image: IMAGE })).toMatchObject(refused);
    expect((await call(shelves.updateCategory, { _id: one._id, name: "SWEETS", image: IMAGE })).status).toBe(200);
  });

  test("API-12 of many concurrent adds of the same name, one succeeds", async () => {
    const sent = Array.from({ length: 6 }, () => call(shelves.addCategory, { name: "Once", image: IMAGE }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test("API-12 an invalid id is a 400, an unknown one a 404", async () => {
    expect(await call(shelves.deleteCategory, { _id: "7" })).toMatchObject({ status: 400, body: { message: "_id is not an id" } });
    expect(await call(shelves.deleteCategory, { _id: UNKNOWN })).toMatchObject({ status: 404, body: { message: "Category not found" } });
  });

  test("API-12 the second of two admins is told, and nothing is overwritten", async () => {
    const { _id } = await newCategory();
    const first = await call(shelves.updateCategory, { _id, name: "By the first", image: IMAGE, version: 1 });
    expect(first.body.data.version).toBe(2);
    const second = await call(shelves.updateCategory, { _id, name: "By the second", image: IMAGE, version: 1 });
    expect(second).toMatchObject({
      status: 409,
      body: { message: "This category has been changed since you opened it. Reload it and try again." },
    });
    expect(second.body.data).toMatchObject({ name: "By the first", version: 2 });
    expect((await categories()).find((one) => one._id === _id)?.name).toBe("By the first");
  });

  test("API-12 one in use cannot be deleted, and the response says what uses it", async () => {
    const productIds = await Promise.all(Array.from({ length: 5 }, (_, n) => addProduct(shop, { name: `Pear ${n}` })));
    const { categoryId, subCategoryId } = await addShelf(shop, productIds);
    const message = `Category ${categoryId} is still used by 1 sub category (Shelf ${subCategoryId}) and 5 products (`;
    const { status, body } = await call(shelves.deleteCategory, { _id: categoryId });
    expect([status, body.message.slice(0, message.length)]).toEqual([409, message]);
    expect(body.message).toMatch(/\(Pear \d, Pear \d, Pear \d and 2 more\)$/);
    expect(body.data).toEqual({ "sub categories": 1, products: 5 });
    const spanish = await shop.call(shelves.deleteCategory, { _id: categoryId }, { token, spoken: "es" });
    expect(spanish.body.message).toMatch(/ todavía tiene 1 subcategoría \(.+\) y 5 productos \(Pear \d, Pear \d, Pear \d y 2 más\)$/);
    expect((await call(shelves.deleteSubCategory, { _id: subCategoryId })).status).toBe(409);

    for (const _id of productIds) await call(admin.deleteProduct, { _id });
    expect((await call(shelves.deleteSubCategory, { _id: subCategoryId })).status).toBe(200);
    expect((await call(shelves.deleteCategory, { _id: categoryId })).status).toBe(200);
  });

  test("API-12 renaming one updates the home page and the search immediately", async () => {
    const productId = await addProduct(shop, { name: "Umbrella" });
    const { categoryId } = await addShelf(shop, [productId]);
    await shop.shop.database.transact(({ tx }) => indexProducts(tx, [productId]));
    const found = async (search: string) => (await shop.call(searchProducts, { search })).body.data.map((one: { _id: string }) => one._id);
    const tiles = async () => (await shop.call(home)).body.data.map((row: { category: Category }) => row.category.name);
    expect([await found("rainwear"), (await tiles()).includes("Rainwear")]).toEqual([[], false]);
    await call(shelves.updateCategory, { _id: categoryId, name: "Rainwear", image: IMAGE });
    expect([await found("rainwear"), (await tiles()).includes("Rainwear")]).toEqual([[productId], true]);
  });
});

describe("API-14 sub categories", () => {
  test("API-14 one is added to categories given as ids or objects; duplicates count once", async () => {
    const [fruit, bakery] = [await newCategory(), await newCategory()];
    await subCategories();
    const category = [fruit._id, { ...bakery, more: 1 }, fruit._id, { _id: fruit._id }];
    const { status, body } = await call(shelves.createSubCategory, { name: "Pies", image: IMAGE, category });
    expect([status, body.message]).toEqual([200, "Sub category added"]);
    const own = [fruit, bakery].map(({ _id, name, image }) => ({ _id, name, image }));
    expect(body.data).toMatchObject({ name: "Pies", image: IMAGE, version: 1, category: own });
    expect(await subCategories()).toContainEqual(body.data);
  });

  test("API-14 changing one removes it from categories that are not named", async () => {
    const [fruit, bakery] = [await newCategory(), await newCategory()];
    const { _id } = await newSubCategory([fruit._id]);
    const { body } = await call(shelves.updateSubCategory, { _id, name: "Moved", image: OTHER, category: [bakery._id], version: 1 });
    expect(body).toMatchObject({ message: "Sub category updated", data: { name: "Moved", image: OTHER, version: 2 } });
    expect(body.data.category.map((one: Category) => one._id)).toEqual([bakery._id]);
    const late = await call(shelves.updateSubCategory, { _id, name: "Late", image: IMAGE, category: [fruit._id], version: 1 });
    expect(late).toMatchObject({
      status: 409,
      body: { message: "This sub category has been changed since you opened it. Reload it and try again." },
    });
  });

  test.each([
    [{ name: "" }, 400, "name is required"],
    [{ image: undefined }, 400, "image is required"],
    [{ category: undefined }, 400, "category is required"],
    [{ category: [] }, 400, "category is required"],
    [{ category: "fruit" }, 400, "category is wrong: expected array, received string"],
    [{ category: ["fruit"] }, 400, "category.0 is not an id"],
    [{ category: [{ name: "Fruit" }] }, 400, "category.0 is not an id"],
    [{ category: [UNKNOWN] }, 404, "Category not found"],
  ])("API-14 %o is %i: %s", async (wrong, status, message) => {
    const { _id } = await newCategory();
    const fields = { name: newName(), image: IMAGE, category: [_id], ...wrong } as { name: string; image: string; category: string[] };
    expect(await call(shelves.createSubCategory, fields)).toMatchObject({ status, body: { message } });
    const { _id: known } = await newSubCategory([_id]);
    expect(await call(shelves.updateSubCategory, { ...fields, _id: known })).toMatchObject({ status, body: { message } });
  });

  test("API-14 once one is deleted, its category can be deleted too", async () => {
    const category = await newCategory();
    const { _id } = await newSubCategory([category._id]);
    expect((await call(shelves.deleteCategory, { _id: category._id })).status).toBe(409);
    expect((await call(shelves.deleteSubCategory, { _id })).body.message).toBe("Sub category deleted");
    expect((await call(shelves.deleteCategory, { _id: category._id })).status).toBe(200);
  });
});

describe("restoring", () => {
  test("API-12 API-14 a deleted category or sub category can be restored as it was within 30 days", async () => {
    const category = await newCategory();
    const sub = await newSubCategory([category._id]);
    await call(shelves.deleteSubCategory, { _id: sub._id });
    await call(shelves.deleteCategory, { _id: category._id });
    expect(await call(shelves.restoreSubCategory, { _id: sub._id })).toMatchObject({
      status: 409,
      body: { message: `Please restore the category of ${sub.name} first: ${category.name}` },
    });
    expect((await call(shelves.restoreCategory, { _id: category._id })).body).toMatchObject({ message: "Category restored" });
    const { body } = await call(shelves.restoreSubCategory, { _id: sub._id });
    expect(body).toMatchObject({ message: "Sub category restored", data: { name: sub.name, category: [{ _id: category._id }] } });
    expect(await subCategories()).toContainEqual(body.data);
    expect((await call(shelves.restoreCategory, { _id: category._id })).body.message).toBe("This category is not deleted");

    await call(shelves.deleteSubCategory, { _id: sub._id });
    await pool.query("update sub_category set deleted_at = now() - interval '31 days' where id = $1", [sub._id]);
    expect((await call(shelves.restoreSubCategory, { _id: sub._id })).body.message).toBe(
      "This sub category was deleted more than 30 days ago",
    );
    expect((await call(shelves.restoreSubCategory, { _id: UNKNOWN })).status).toBe(404);
  });

  test("API-12 one whose name was taken since is not restored, and the response names it", async () => {
    const { _id, name } = await newCategory();
    await call(shelves.deleteCategory, { _id });
    await newCategory(name.toUpperCase());
    const message = `There is already a category named "${name}"`;
    expect(await call(shelves.restoreCategory, { _id })).toMatchObject({ status: 409, body: { message } });
  });

  test("API-12 what can be restored is listed with who deleted it, newest first", async () => {
    const [one, other] = [await newCategory(), await newCategory()];
    await call(shelves.deleteCategory, { _id: one._id });
    await call(shelves.deleteCategory, { _id: other._id });
    const { body } = await call(admin.listDeleted, { kind: "category" });
    expect(body.data.slice(0, 2)).toMatchObject([
      { _id: other._id, kind: "category", name: other.name, image: IMAGE, by: user.name },
      { _id: one._id },
    ]);
    const { deletedAt, until } = body.data[0];
    expect(Date.parse(until) - Date.parse(deletedAt)).toBe(30 * 86_400_000);
    expect(
      (await call(admin.listDeleted, { kind: "product" })).body.data.every((thing: admin.DeletedThing) => thing.kind === "product"),
    ).toBe(true);
  });
});

test("API-12 the audit records who changed a category, when, and before and after", async () => {
  const { _id, name } = await newCategory();
  await call(shelves.updateCategory, { _id, name: "Noted", image: IMAGE });
  await call(shelves.deleteCategory, { _id });
  await call(shelves.restoreCategory, { _id });
  const by = { _id: user._id, name: user.name };
  const whole = { name: "Noted", image: IMAGE };
  expect(await trail(_id)).toMatchObject([
    { action: "restored", by, kind: "category", thingId: _id, before: {}, after: whole, changeId: null },
    { action: "deleted", before: whole, after: {} },
    { action: "changed", thingName: "Noted", before: { name }, after: { name: "Noted" } },
    { action: "added", thingName: name, before: {}, after: { name, image: IMAGE } },
  ]);
  expect(Date.now() - Date.parse((await trail(_id))[0].at)).toBeLessThan(60_000);
});
