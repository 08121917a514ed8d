import { newId } from "#server/new-id.ts";
import { tagsOf } from "#features/catalogue/tags.ts";
import { categories, productCategories, products, productSubCategories, subCategories } from "#features/catalogue/tables.ts";
import { indexProducts } from "#features/search/index-products.ts";
import type { TestShop } from "./test-shop.ts";

type Given = Partial<typeof products.$inferInsert> & { name: string };

/** Puts products on a new shelf, as the shop itself would: with search index and dropped answers. @returns their ids */
export async function fillShelf({ shop }: Pick<TestShop, "shop">, goods: readonly Given[], shelf = `Shelf ${newId()}`): Promise<string[]> {
  const [categoryId, subCategoryId] = [newId(), newId()];
  const rows = goods.map((given) => ({ id: newId(), stock: 10, priceCents: 250, ...given }));
  const ids = rows.map(({ id }) => id);
  await shop.database.transact(async (tx, changed) => {
    await tx.insert(categories).values({ id: categoryId, name: `Category ${categoryId}` });
    await tx.insert(subCategories).values({ id: subCategoryId, name: shelf });
    await tx.insert(products).values(rows);
    await tx.insert(productCategories).values(ids.map((productId) => ({ categoryId, productId })));
    await tx.insert(productSubCategories).values(ids.map((productId) => ({ subCategoryId, productId })));
    await indexProducts(tx, ids);
    changed(tagsOf.shelves, tagsOf.products);
  });
  return ids;
}
