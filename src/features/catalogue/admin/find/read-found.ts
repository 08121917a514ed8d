import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars, toPercent } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { search } from "../../../search/engine/search.ts";
import { MOST_RESULTS, searchIndexOf } from "../../../search/engine/search-index.ts";
import { currentSynonyms } from "../../../search/synonyms/current-synonyms.ts";
import type { Category } from "../../contract.ts";
import { productReply, readShopProducts } from "../../store.ts";
import { spanishOf } from "../product-fields.ts";
import type { AdminProduct, AdminSort, ProductFilter } from "./contract.ts";
import * as store from "./store.ts";

/** A page of the products that fit a filter. @param db a pool or a transaction */
export async function findIds(
  shop: Shop,
  db: Db,
  filter: ProductFilter & { sort?: AdminSort | undefined },
  page: { page: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const text = filter.search.trim();
  return store.readFoundIds(db, filter, text === "" ? null : await readSearched(shop, text), page);
}

/** Best first: products with this code, then what shoppers would find, then hidden ones. */
async function readSearched(shop: Shop, text: string): Promise<string[]> {
  const { db } = shop.database;
  const [byCode, { ids }, hidden] = await Promise.all([
    store.readIdsByCode(db, text),
    search(searchIndexOf(shop), text, { page: 1, limit: MOST_RESULTS }, { synonyms: await currentSynonyms(shop) }),
    store.readHiddenIds(db, text.split(/\s+/), MOST_RESULTS),
  ]);
  return [...new Set([...byCode, ...ids, ...hidden])];
}

/** Products as admins see them, in the order of the ids. Unknown and deleted ones are left out. @param timeZone of the offers' dates */
export async function readAdminProducts(db: Db, ids: readonly string[], timeZone: string): Promise<AdminProduct[]> {
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
    return [{ ...productReply(product), ...shelves, ...replyOf(own) }];
  });
}

function replyOf({ barcode, costCents, hidden, offer, ...texts }: store.AdminColumns) {
  return {
    ...spanishOf(texts),
    barcode,
    cost_price: costCents === null ? null : toDollars(costCents),
    hidden,
    offer: offer && { discount: toPercent(offer.hundredths), from: offer.from, until: offer.until },
  };
}

/** @throws Refusal 404 */
export async function readAdminProduct(db: Db, id: string, timeZone: string): Promise<AdminProduct> {
  const [product] = await readAdminProducts(db, [id], timeZone);
  if (!product) throw refuse.notFound(t("Product not found"));
  return product;
}
