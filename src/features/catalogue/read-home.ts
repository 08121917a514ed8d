import type { Db } from "#server/db/connect.ts";
import type { HomeRow } from "./contract.ts";
import * as store from "./store.ts";

/** Products in a row of the home page. */
const PRODUCTS = 12;

/**
 * What the home page shows: each category that has products, by name; its first sub category, by name, that has some
 * (HOME-2); and products of its sub categories in turn, so that a row shows the width of a category.
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

/** The first of each list, then the second of each, and so on; each value once. */
function inTurn(lists: string[][]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const values = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return [...new Set(values.flat())];
}
