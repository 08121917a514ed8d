import * as admin from "#features/catalogue/admin/contract.ts";
import * as shelves from "#features/catalogue/admin/shelves/contract.ts";
import { login } from "#features/account/contract.ts";
import { listCategories } from "#features/catalogue/contract.ts";
import { slug } from "#shared/slug.ts";
import { ADMIN } from "./own-shop.ts";
import { expect, test } from "./shop.ts";

test("API-12 API-14 API-15 API-20 every catalogue change is on the public pages immediately", async ({ shop, page }) => {
  const { accesstoken: token } = (await shop.call(login, ADMIN)).data;
  const { image } = (await shop.call(listCategories, undefined)).data[0]!;
  const shown = async (address: string, text: string) => (await (await page.request.get(address)).text()).includes(text);

  const { data: category } = await shop.call(shelves.addCategory, { name: "Lanterns & Lamps", image }, token);
  const { data: shelf } = await shop.call(shelves.createSubCategory, { name: "Paper lanterns", image, category: [category._id] }, token);
  expect(await shown("/", "Lanterns &amp; Lamps")).toBe(false); // it has no product yet
  const fields = { name: "Paper lantern, red", category: [category._id], subCategory: [shelf._id], unit: "1 piece" };
  const numbers = { stock: 5, price: 61.37, discount: 0, description: "Glows." };
  const { data: product } = await shop.call(admin.createProduct, { ...fields, ...numbers }, token);
  const listing = `/${slug(category.name, category._id)}/${slug(shelf.name, shelf._id)}`;
  const productPage = `/product/${slug(product.name, product._id)}`;
  expect(await shown("/", "Lanterns &amp; Lamps")).toBe(true);
  for (const address of [listing, productPage]) expect([address, await shown(address, "$61.37")]).toEqual([address, true]);

  await shop.call(admin.updateProduct, { ...product, price: 58.21 }, token);
  for (const address of [listing, productPage]) expect([address, await shown(address, "$58.21")]).toEqual([address, true]);
  await shop.call(shelves.updateCategory, { _id: category._id, name: "Lights", image }, token);
  for (const address of ["/", listing, productPage]) expect([address, await shown(address, "Lights")]).toEqual([address, true]);

  await shop.call(admin.deleteProduct, { _id: product._id }, token);
  expect(await shown(listing, product.name)).toBe(false);
  expect((await page.request.get(productPage)).status()).toBe(404);
  await shop.call(shelves.deleteSubCategory, { _id: shelf._id }, token);
  await shop.call(shelves.deleteCategory, { _id: category._id }, token);
});
