import { sql } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { newId } from "#server/new-id.ts";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { tagsOf } from "#features/catalogue/tags.ts";
import { categories, productCategories, products, productSubCategories, subCategories } from "#features/catalogue/tables.ts";
import { indexProducts } from "#features/search/engine/index-products.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

type Given = Partial<typeof products.$inferInsert> & { name: string };

/** A shop for search tests, emptied of products before each test. */
export async function openSearchedShop() {
  const shop = await openTestShop();
  beforeEach(() => clearShelves(shop));
  return {
    ...shop,
    /** Adds products with these names to a new shelf. @returns their ids */
    named: (...names: string[]) =>
      fillShelf(
        shop,
        names.map((name) => ({ name })),
      ),
    /** Adds products to a new shelf. @returns their ids */
    fill: (goods: readonly Given[], shelf?: string) => fillShelf(shop, goods, shelf),
    /** Names of the products found, in order. */
    find: async (search: string): Promise<string[]> => {
      const { status, body } = await shop.call(searchProducts, { search });
      expect(status).toBe(200);
      return (body.data as Product[]).map(({ name }) => name);
    },
  };
}

async function clearShelves({ shop }: TestShop): Promise<void> {
  const tables = [
    "product_category",
    "product_sub_category",
    "sub_category_category",
    "product",
    "category",
    "sub_category",
    "search_word",
  ];
  await shop.database.transact(async ({ tx, invalidate }) => {
    for (const table of tables) await tx.execute(sql`delete from ${sql.identifier(table)}`);
    invalidate(EVERYTHING);
  });
}

/** Indexes the products and invalidates cached responses, as the shop itself would. */
async function fillShelf({ shop }: TestShop, goods: readonly Given[], shelf = `Shelf ${newId()}`): Promise<string[]> {
  const [categoryId, subCategoryId] = [newId(), newId()];
  const rows = goods.map((given) => ({ id: newId(), stock: 10, priceCents: 250, ...given }));
  const ids = rows.map(({ id }) => id);
  await shop.database.transact(async ({ tx, invalidate }) => {
    await tx.insert(categories).values({ id: categoryId, name: `Category ${categoryId}` });
    await tx.insert(subCategories).values({ id: subCategoryId, name: shelf });
    await tx.insert(products).values(rows);
    await tx.insert(productCategories).values(ids.map((productId) => ({ categoryId, productId })));
    await tx.insert(productSubCategories).values(ids.map((productId) => ({ subCategoryId, productId })));
    await indexProducts(tx, ids);
    invalidate(tagsOf.shelves, tagsOf.products);
  });
  return ids;
}
