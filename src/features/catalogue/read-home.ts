import type { Db } from "#server/db/connect.ts";
import type { HomeRow } from "./contract.ts";
import * as store from "./store.ts";

/** Products per row. */
const PRODUCTS = 12;

/**
 * The home page's rows: each category with products, by name; its first subcategory, by name, with products (HOME-2); and products
 * from its subcategories in turn, so that a row shows the category's variety.
 */
export async function readHome(db: Db): Promise<HomeRow[]> {
  const categories = await store.readCategories(db);
  const subCategories = await store.readSubCategories(db);
  const listings = await store.readListings(db, PRODUCTS);
  const rows = categories.flatMap(({ version: _version, ...category }) => {
    const here = listings.filter(({ categoryId }) => categoryId === category._id);
    const ordered = subCategories.flatMap((subCategory) => {
      const listing = here.find(({ subCategoryId }) => subCategoryId === subCategory._id);
      return listing ? [{ subCategory, productIds: listing.productIds }] : [];
    });
    const first = ordered[0];
    if (!first) return [];
    const { _id, name, image } = first.subCategory;
    return [{ category, subCategory: { _id, name, image }, ids: inTurn(ordered.map(({ productIds }) => productIds)).slice(0, PRODUCTS) }];
  });
  const products = await store.readProducts(
    db,
    rows.flatMap(({ ids }) => ids),
  );
  const byId = new Map(products.map((product) => [product._id, product]));
  return rows.map(({ category, subCategory, ids }) => ({ category, subCategory, products: ids.flatMap((id) => byId.get(id) ?? []) }));
}

/** Takes the first of each list, then the second of each, and so on, without duplicates. */
function inTurn(lists: string[][]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const values = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return [...new Set(values.flat())];
}
