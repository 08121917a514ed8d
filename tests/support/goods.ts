import { isDeepStrictEqual } from "node:util";
import { newId } from "#server/new-id.ts";
import { addresses } from "#features/addresses/tables.ts";
import {
  categories,
  productCategories,
  products,
  productSubCategories,
  subCategories,
  subCategoryCategories,
} from "#features/catalogue/tables.ts";
import { unitColumns } from "#features/catalogue/unit-price.ts";
import { toCents, toHundredths } from "#shared/money.ts";
import type { TestShop } from "./test-shop.ts";

/** A product without a category. Price in dollars and discount in percent, as in the API. @returns its id */
export async function addProduct(
  { shop }: Pick<TestShop, "shop">,
  { price = 2.5, discount = 0, ...given }: Partial<typeof products.$inferInsert> & { price?: number; discount?: number } = {},
): Promise<string> {
  const id = newId();
  const fields = { id, name: `Product ${id.slice(-6)}`, stock: 100, image: ["/demo/apple.webp"], ...given };
  await shop.database.db.insert(products).values({ ...fields, priceCents: toCents(price), discountHundredths: toHundredths(discount) });
  return id;
}

/** Units whose stored meaning is not what `readUnit` reads. */
export async function misreadUnits({ shop }: Pick<TestShop, "shop">): Promise<string[]> {
  const stored = await shop.database.db
    .select({ unit: products.unit, unitMeasure: products.unitMeasure, unitAmount: products.unitAmount })
    .from(products);
  return stored.flatMap(({ unit, ...columns }) => (isDeepStrictEqual(columns, unitColumns(unit)) ? [] : [unit]));
}

/** A category with one subcategory that contains these products. */
export async function addShelf(
  { shop }: Pick<TestShop, "shop">,
  productIds: readonly string[],
): Promise<{ categoryId: string; subCategoryId: string }> {
  const { db } = shop.database;
  const [categoryId, subCategoryId] = [newId(), newId()];
  await db.insert(categories).values({ id: categoryId, name: `Category ${categoryId}` });
  await db.insert(subCategories).values({ id: subCategoryId, name: `Shelf ${subCategoryId}`, image: "/demo/shelf.webp" });
  await db.insert(subCategoryCategories).values({ categoryId, subCategoryId });
  await db.insert(productCategories).values(productIds.map((productId) => ({ categoryId, productId })));
  await db.insert(productSubCategories).values(productIds.map((productId) => ({ subCategoryId, productId })));
  return { categoryId, subCategoryId };
}

/** Adds an address for a user. @returns its id */
export async function addAddress(
  { shop }: Pick<TestShop, "shop">,
  userId: string,
  given: Partial<typeof addresses.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await shop.database.db.insert(addresses).values({
    id,
    userId,
    addressLine: "12 Market Street",
    city: "Lima",
    state: "Lima",
    country: "Peru",
    pincode: "15001",
    mobile: "+51 999 999 999",
    ...given,
  });
  return id;
}
