import sharp from "sharp";
import { test } from "vitest";
import * as bulk from "#features/catalogue/admin/bulk/contract.ts";
import * as admin from "#features/catalogue/admin/contract.ts";
import { findProducts, productToEdit } from "#features/catalogue/admin/find/contract.ts";
import * as shelves from "#features/catalogue/admin/shelves/contract.ts";
import { changeNarrowing, readNarrowing } from "#features/catalogue/narrowing/settings/contract.ts";
import { indexProducts } from "#features/search/engine/index-products.ts";
import { uploadImage } from "#features/files/contract.ts";
import { openCallCounter } from "../../../tests/support/counted-calls.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";

const { near, call, count, countFile, check } = await openCallCounter();
const { token } = await makeAdmin(near);
const image = "https://pictures.example/figs.jpg";
const newShelf = async (name: string) => (await call(shelves.addCategory, { name, image }, { token })).body.data._id as string;
const newSubShelf = async (name: string, category: string[]) =>
  (await call(shelves.createSubCategory, { name, image, category }, { token })).body.data._id as string;

test("categories and subcategories", { timeout: 60_000 }, async () => {
  const category = await newShelf("Fruit");
  await count(shelves.addCategory, { name: "Nuts", image }, { token });
  await count(shelves.updateCategory, { _id: category, name: "Fruit", image: "https://pictures.example/nuts.jpg" }, { token });
  await count(shelves.createSubCategory, { name: "Figs", image, category: [category] }, { token });
  const subCategory = await newSubShelf("Dates", [category]);
  const changed = { _id: subCategory, name: "Dates", image: "https://pictures.example/nuts.jpg", category: [category] };
  await count(shelves.updateSubCategory, changed, { token });
  await count(shelves.deleteSubCategory, { _id: subCategory }, { token });
  await count(shelves.restoreSubCategory, { _id: subCategory }, { token });
  const empty = await newShelf("Empty");
  await count(shelves.deleteCategory, { _id: empty }, { token });
  await count(shelves.restoreCategory, { _id: empty }, { token });
});

test("products", { timeout: 60_000 }, async () => {
  const category = [await newShelf("Bakery")];
  const fields = {
    ...{ name: "Sourdough bread", image: [], category, subCategory: [await newSubShelf("Bread", category)], unit: "1 loaf", stock: 5 },
    ...{ price: 4.5, discount: 0, description: "Baked today", more_details: {} },
  };
  await count(admin.createProduct, fields, { token });
  const { _id } = (await call(admin.createProduct, fields, { token })).body.data;
  await count(admin.updateProduct, { _id, ...fields, price: 5 }, { token, when: "its price" });
  await count(admin.updateProduct, { _id, ...fields, name: "Rye bread" }, { token, when: "its name" });
  await count(productToEdit, { productId: _id }, { token });
  await count(findProducts, { search: "", page: 1 }, { token });
  await count(findProducts, { search: "", page: 1, shelf: category[0] }, { token });
  await count(findProducts, { search: "", page: 1, picture: "none" }, { token });
  // The first search reads the index into memory.
  await call(findProducts, { search: "bread", page: 1 }, { token });
  await count(findProducts, { search: "bread", page: 1 }, { token });
  await count(findProducts, { search: "bread", page: 1, shelf: category[0], stock: "in", sort: "name" }, { token });
  await count(admin.deleteProduct, { _id }, { token });
  await count(admin.listDeleted, {}, { token });
  await count(admin.restoreProduct, { _id }, { token });
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#0a0" } })
    .jpeg()
    .toBuffer();
  await countFile(uploadImage, new Uint8Array(picture), { token });
});

test("many products at once, and what lists are narrowed by", { timeout: 60_000 }, async () => {
  const [a, b] = [await addProduct(near, { name: "Green olives" }), await addProduct(near, { name: "Black olives" })];
  const changes = [a, b].map((_id) => ({ _id, version: 1, price: 7 }));
  await count(bulk.changeProducts, { changes, preview: true }, { token, when: "a preview" });
  await count(bulk.changeProducts, { changes }, { token });
  const set = { price: "+10%" };
  await count(bulk.changeFound, { filter: { search: "", ids: [a, b] }, count: 2, set }, { token });
  await near.shop.database.transact(({ tx }) => indexProducts(tx, [a, b]));
  await call(findProducts, { search: "olives", page: 1 }, { token });
  await count(bulk.changeFound, { filter: { search: "olives" }, count: 2, set, preview: true }, { token, when: "a preview" });
  await count(bulk.changeFound, { filter: { search: "olives" }, count: 2, set }, { token });
  await count(bulk.lastBulk, undefined, { token });
  const { changeId } = (await call(bulk.lastBulk, undefined, { token })).body.data;
  await count(bulk.undoBulk, { changeId }, { token });
  await count(bulk.changeProducts, { changes: [{ _id: a, version: 5, hidden: true }] }, { token, when: "hiding" });
  await call(findProducts, { search: "olives", page: 1 }, { token });
  await count(bulk.changeFound, { filter: { search: "olives" }, count: 2, set: { hidden: true } }, { token, when: "hiding" });
  const { changeId: hidden } = (await call(bulk.lastBulk, undefined, { token })).body.data;
  await count(bulk.undoBulk, { changeId: hidden }, { token, when: "hiding" });
  const category = [await newShelf("Preserves")];
  const moved = { _id: b, version: 7, category, subCategory: [await newSubShelf("Olives", category)] };
  await count(bulk.changeProducts, { changes: [moved] }, { token, when: "moving" });
  const { changeId: move } = (await call(bulk.lastBulk, undefined, { token })).body.data;
  await count(bulk.undoBulk, { changeId: move }, { token, when: "moving" });
  await count(readNarrowing, undefined, { token });
  await count(changeNarrowing, { details: ["Origin"] }, { token });
});

test("each takes at most 3 round trips, except those listed", () => check(import.meta.filename));
