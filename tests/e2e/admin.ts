import type { Page } from "@playwright/test";
import { login } from "#features/account/contract.ts";
import { createProduct } from "#features/catalogue/admin/contract.ts";
import { createSubCategory } from "#features/catalogue/admin/shelves/contract.ts";
import { listSubCategories, type Product, type SubCategory } from "#features/catalogue/contract.ts";
import { ADMIN } from "./own-shop.ts";
import type { ShopPage } from "./shop.ts";
import { useTokens } from "./shopper.ts";

/** Signs the shop's admin in to this browser. @returns an access token */
export async function adminSignedIn(shop: ShopPage): Promise<string> {
  const { data } = await shop.call(login, ADMIN);
  await useTokens(shop.page, { token: data.accesstoken, refreshToken: data.refreshToken });
  return data.accesstoken;
}

/** An access token of the shop's admin. */
export async function adminToken(shop: ShopPage): Promise<string> {
  return (await shop.call(login, ADMIN)).data.accesstoken;
}

let made = 0;

/** A unique name. */
export const newName = (what: string) => `${what} ${Date.now().toString(36)}${made++}`;

/** A shelf of the catalogue. */
async function someShelf(shop: ShopPage): Promise<SubCategory> {
  return (await shop.call(listSubCategories, undefined)).data.find(({ category }) => category.length > 0)!;
}

/** A shelf that only this test changes. */
export async function newShelf(shop: ShopPage, token: string): Promise<SubCategory> {
  const { image, category } = await someShelf(shop);
  return (await shop.call(createSubCategory, { name: newName("Test shelf"), image, category: [category[0]!._id] }, token)).data;
}

/** A product that only this test changes, on a shelf of its own or of the catalogue. */
export async function newProduct(
  shop: ShopPage,
  token: string,
  part: Partial<Product> & { barcode?: string } = {},
  own?: SubCategory,
): Promise<Product> {
  const shelf = own ?? (await someShelf(shop));
  const fields = {
    name: newName("Test apples"),
    image: [shelf.image],
    unit: "1 kg",
    stock: 20,
    price: 4,
    discount: 10,
    description: "Crisp and sweet",
    more_details: {},
    category: [shelf.category[0]!._id],
    subCategory: [shelf._id],
  };
  const { name = fields.name, image = fields.image, stock = fields.stock, price = fields.price, unit = fields.unit } = part;
  const { brand, sku, barcode, description = fields.description } = part;
  return (await shop.call(createProduct, { ...fields, name, image, stock, price, unit, brand, sku, barcode, description }, token)).data;
}

/** Creates a test picture: a solid square in a different color for each number. */
export async function pictureOf(page: Page, number: number, name = `picture-${number}.png`) {
  const base64 = await page.evaluate((hue) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 400;
    const paint = canvas.getContext("2d")!;
    paint.fillStyle = `hsl(${hue * 67} 70% 50%)`;
    paint.fillRect(0, 0, 400, 400);
    paint.fillStyle = "white";
    paint.fillRect(hue * 11, 40, 60, 60);
    return canvas.toDataURL("image/png").split(",")[1]!;
  }, number);
  return { name, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}
