import type { Db } from "#server/db/connect.ts";
import type { HomeRow } from "./contract.ts";
import { aisleOf, NO_FOOD } from "./food-first.ts";
import { rowBytes } from "./rules.ts";
import { readCategories, readSubCategories } from "./shelf-store.ts";
import * as store from "./store.ts";

/** Products per row. */
const PRODUCTS = 8;
/** Maximum number of offers, in all and per category. */
const OFFERS = { all: 12, category: 3 };
/** The most categories of a page, and the most bytes of HTML that they may take, so that the page stays small with any catalogue. */
const CATEGORIES = 25;
const BYTES = 65_000;

export interface Home {
  rows: (Omit<HomeRow, "products"> & { products: store.ShopProduct[] })[];
  offers: store.ShopProduct[];
  totalPage: number;
}

/**
 * A page of the home page's rows: each category with products, those that admins put first in their order, then food, then by name; its
 * first subcategory, by name, that has products (HOME-2); and products from its subcategories in turn, so that a row shows the category's
 * variety.
 */
export async function readHome(db: Db, page: number, first: readonly string[] = []): Promise<Home> {
  const [categories, subCategories, listings] = await Promise.all([
    readCategories(db),
    readSubCategories(db),
    store.readListings(db, PRODUCTS),
  ]);
  const all = categories.flatMap(({ version: _version, name_en, name_es: _nameEs, ...category }) => {
    const here = listings.filter(({ categoryId }) => categoryId === category._id);
    const ordered = subCategories.flatMap((subCategory) => {
      const listing = here.find(({ subCategoryId }) => subCategoryId === subCategory._id);
      return listing ? [{ subCategory, productIds: listing.productIds }] : [];
    });
    if (!ordered[0]) return [];
    const { _id, name, image } = ordered[0].subCategory;
    return [
      {
        category,
        english: name_en ?? category.name,
        subCategory: { _id, name, image },
        lists: ordered.map(({ productIds }) => productIds),
      },
    ];
  });
  const chosen = new Map(first.map((id, place) => [id, place]));
  const placeOf = ({ category: { _id }, english }: (typeof all)[number]) => chosen.get(_id) ?? first.length + aisleOf(english);
  all.sort((a, b) => placeOf(a) - placeOf(b));
  const pages = pagesOf(all);
  const shown = (pages[page - 1] ?? []).map(({ lists, ...row }) => ({ ...row, ids: interleave(lists).slice(0, PRODUCTS) }));
  const wanted = shown.flatMap(({ ids }) => ids);
  const [offers, products] = await Promise.all([page === 1 ? readOffers(db, all) : [], store.readProducts(db, wanted)]);
  const byId = new Map(products.map((product) => [product._id, product]));
  return {
    rows: shown.map(({ category, subCategory, ids }) => ({ category, subCategory, products: ids.flatMap((id) => byId.get(id) ?? []) })),
    offers,
    totalPage: Math.max(1, pages.length),
  };
}

function pagesOf<R extends Parameters<typeof rowBytes>[0]>(rows: readonly R[]): R[][] {
  const pages: R[][] = [];
  let left = 0;
  for (const row of rows) {
    const bytes = rowBytes(row);
    const last = pages.at(-1);
    const fits = last && last.length < CATEGORIES && bytes <= left;
    if (fits) last.push(row);
    else pages.push([row]);
    left = (fits ? left : BYTES) - bytes;
  }
  return pages;
}

/** The biggest discounts among the first products of every shelf: food first, and not all of one category. */
async function readOffers(db: Db, rows: readonly { english: string; lists: string[][] }[]): Promise<store.ShopProduct[]> {
  const ids = rows.flatMap(({ lists }) => lists.flat());
  const reduced = await store.readReduced(db, [...new Set(ids)]);
  const wanted = rows.flatMap(({ english, lists }) => {
    const mine = new Set(lists.flat());
    const best = reduced.filter(({ id }) => mine.has(id)).slice(0, OFFERS.category);
    return best.map((offer) => ({ ...offer, isFood: aisleOf(english) < NO_FOOD }));
  });
  wanted.sort((a, b) => Number(b.isFood) - Number(a.isFood) || b.discount - a.discount);
  return store.readProducts(db, [...new Set(wanted.map(({ id }) => id))].slice(0, OFFERS.all));
}

/** Takes the first of each list, then the second of each, and so on, without duplicates. */
function interleave(lists: string[][]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const values = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return [...new Set(values.flat())];
}
