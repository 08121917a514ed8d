import { KnownValues } from "#server/cache/known-values.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";
import { language, type Language } from "#words/language.ts";
import type { Product } from "./contract.ts";
import { productReply } from "./product-reply.ts";
import { readProducts } from "./store.ts";
import { tagsOf } from "./tags.ts";

/** Most products in memory per language, in characters of their JSON: some 20,000 products with a line of description each. */
const MAX_SIZE = 16_000_000;

const cardsOf = oncePerShop((shop: Pick<Shop, "database" | "invalidations">): Record<Language, KnownValues<string, Product>> => ({
  en: cardsIn("en", shop),
  es: cardsIn("es", shop),
}));

/**
 * Products as in the API, in the order of the ids, from memory if they were read before and have not changed since. Unknown, deleted and
 * hidden ones are left out.
 */
export async function readCards(shop: Pick<Shop, "database" | "invalidations">, ids: readonly string[]): Promise<Product[]> {
  const products = await cardsOf(shop)[language()].read(ids);
  return products.filter((product) => product !== undefined);
}

function cardsIn(spoken: Language, { database, invalidations }: Pick<Shop, "database" | "invalidations">) {
  return new KnownValues<string, Product>({
    read: async (ids) => {
      const products = await readProducts(database.prepared, ids, { spoken });
      return new Map(products.map((product) => [product._id, productReply(product)]));
    },
    keysOf: (tag) => (tag === tagsOf.shelves ? "all" : tag.startsWith(PRODUCT) ? [tag.slice(PRODUCT.length)] : stockOf(tag)),
    invalidations,
    maxSize: MAX_SIZE,
    sizeOf: (product) => (product ? JSON.stringify(product).length : 100),
  });
}

const PRODUCT = tagsOf.product("");
const STOCK = tagsOf.stock("");
const stockOf = (tag: string) => (tag.startsWith(STOCK) ? [tag.slice(STOCK.length)] : []);
