import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { searchAll } from "../../../search/engine/search-all.ts";
import { search } from "../../../search/engine/search.ts";
import { MOST_RESULTS, searchIndexOf } from "../../../search/engine/search-index.ts";
import { currentSynonyms } from "../../../search/synonyms/current-synonyms.ts";
import type { Category } from "../../contract.ts";
import { readShopProducts, type ShopProduct } from "../../store.ts";
import { MAX_FOUND } from "../bulk/contract.ts";
import type { AdminSort, ProductFilter } from "./contract.ts";
import * as store from "./store.ts";

/** What a search finds at most: so many that nobody changes only a part of it without being told. */
const MOST = MAX_FOUND + 1;

/**
 * A page of the products that fit a filter.
 * @param db a pool or a transaction
 * @param most how many products a search finds at most
 * @returns also whether a search found more, so that some that fit may be missing
 */
export async function findIds(
  shop: Shop,
  db: Db,
  filter: ProductFilter & { sort?: AdminSort | undefined; seesCosts: boolean },
  page: { page: number; limit: number },
  most = MOST,
): Promise<{ ids: string[]; total: number; isCut: boolean }> {
  const text = filter.search.trim();
  const { lowStock } = await shop.settings();
  const searched = text === "" ? null : { text, most, shown: await readShown(shop, text, most) };
  const found = await store.readFoundIds(db, { ...filter, lowStock }, searched, page);
  return { ...found, isCut: found.isCut || (searched !== null && searched.shown.length >= most) };
}

/** What shoppers would find, also beyond what they are shown. */
async function readShown(shop: Shop, text: string, most: number): Promise<string[]> {
  const [index, reading] = [searchIndexOf(shop), { synonyms: await currentSynonyms(shop) }];
  const { ids } = await search(index, text, { page: 1, limit: MOST_RESULTS }, reading);
  if (ids.length < MOST_RESULTS || most <= MOST_RESULTS) return ids;
  const all: string[] = [];
  for await (const some of searchAll(index, text, most, reading)) {
    all.push(...some);
    if (all.length >= most) break;
  }
  return all.slice(0, most);
}

/** A product with what only the staff sees, and its shelves in both languages. */
export interface FoundProduct extends Omit<ShopProduct, "category" | "subCategory"> {
  category: ShelfInBoth[];
  subCategory: ShelfInBoth[];
  own: store.AdminColumns;
}

type ShelfInBoth = Category & { name_es: string | undefined };

/** Products as the staff sees them, in the order of the ids. Unknown and deleted ones are left out. @param timeZone of the offers' dates */
export async function readAdminProducts(db: Db, ids: readonly string[], timeZone: string): Promise<FoundProduct[]> {
  const [products, columns, spanish] = await Promise.all([
    readShopProducts(db, ids, { withHidden: true, spoken: "en" }),
    store.readAdminColumns(db, ids, timeZone),
    store.readSpanishShelves(db, ids),
  ]);
  const inBoth = (shelves: readonly Category[]) => shelves.map((shelf) => ({ ...shelf, name_es: spanish.get(shelf._id) }));
  const byId = new Map(products.map((product) => [product._id, product]));
  return ids.flatMap((id) => {
    const [product, own] = [byId.get(id), columns.get(id)];
    if (!product || !own) return [];
    const shelves = { category: inBoth(product.category), subCategory: inBoth(product.subCategory) };
    return [{ ...product, ...shelves, own }];
  });
}

/** @throws Refusal 404 */
export async function readAdminProduct(db: Db, id: string, timeZone: string): Promise<FoundProduct> {
  const [product] = await readAdminProducts(db, [id], timeZone);
  if (!product) throw refuse.notFound(t("Product not found"));
  return product;
}
