import type { FastifyInstance } from "fastify";
import { inLanguage } from "#server/http/request-language.ts";
import { serve } from "#server/http/serve.ts";
import { timed } from "#server/metrics/events.ts";
import type { CheckedInputOf } from "#shared/endpoint.ts";
import type { Shop } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { listProducts, type Product } from "../catalogue/contract.ts";
import { readCards } from "../catalogue/cards.ts";
import { productReply } from "../catalogue/product-reply.ts";
import { readNewest } from "../catalogue/store.ts";
import { tagsOf, tagsOfProducts } from "../catalogue/tags.ts";
import { isCacheable, readList, type List } from "../catalogue/narrowing/read-list.ts";
import { isCommon, isNarrowed } from "../catalogue/narrowing/rules.ts";
import { searchProducts } from "./contract.ts";
import { correctedText } from "./corrected-text.ts";
import { queryKey } from "./engine/read-query.ts";
import { search } from "./engine/search.ts";
import { MOST_RESULTS, searchIndexOf } from "./engine/search-index.ts";
import { readTypes, type PageOf } from "./engine/store.ts";
import type { Replaced } from "./engine/words.ts";
import { currentSynonyms, SYNONYMS } from "./synonyms/current-synonyms.ts";

/** How first pages are cached. Later ones are rarely requested twice. */
const cached = {
  tags: ({ data }: { data: readonly Product[] }) => [tagsOf.shelves, tagsOf.products, SYNONYMS, ...tagsOfProducts(data)],
  cacheBy: (input: { search: string; page: number; limit: number }) => (input.page === 1 ? [queryKey(input.search), input.limit] : null),
};

/** Product search. */
export function searchRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const index = searchIndexOf(shop);

  serve(
    app,
    shop,
    searchProducts,
    async ({ input }) => {
      const { ids, total, among, choices, replaced = [] } = await readResults(shop, input);
      const data = await readCards(shop, ids);
      const corrected = replaced.length > 0 ? await correct(shop, input.search, replaced, ids, data) : undefined;
      return {
        page: input.page,
        totalPage: Math.ceil(total / input.limit),
        totalCount: total,
        data,
        ...(among && { among }),
        ...(choices && { choices }),
        ...(corrected && { corrected }),
      };
    },
    {
      cacheBy: (input) => (input.page === 1 && isCommon(input, 1) ? { ...input, search: queryKey(input.search) } : null),
      // What finds nothing is made up too easily to be cached.
      tags: (reply, input) =>
        reply.totalCount > 0 && isCacheable(reply, input)
          ? [
              ...cached.tags(reply),
              ...(reply.choices || input.stock ? [tagsOf.availability] : []),
              ...(isEmpty(input) ? [tagsOf.popular] : []),
            ]
          : null,
    },
  );

  serve(
    app,
    shop,
    listProducts,
    async ({ input }) => {
      if (isEmpty(input)) {
        const { rows, total } = await readNewest(db, input);
        return { totalNoPage: Math.ceil(total / input.limit), totalCount: total, data: rows.map(productReply) };
      }
      const synonyms = await currentSynonyms(shop);
      const { ids, total } = await timed("search", () => search(index, input.search, input, { synonyms }));
      return { totalNoPage: Math.ceil(total / input.limit), totalCount: total, data: await readCards(shop, ids) };
    },
    cached,
  );
}

/**
 * A page of what was found. A search for words finds at most the best 600 products; narrowing and sorting work on these, so that the
 * counts of choices are what the shopper can page through. A search for nothing is the list of bestsellers, or of the newest products.
 */
async function readResults(shop: Shop, input: CheckedInputOf<typeof searchProducts>): Promise<List & { replaced?: Replaced[] }> {
  const { db } = shop.database;
  if (isEmpty(input)) return readList(db, "bestsellers", input);
  const reading = { exact: input.exact ?? false, synonyms: await currentSynonyms(shop) };
  const find = (page: PageOf) => timed("search", () => search(searchIndexOf(shop), input.search, page, reading));
  if (!isNarrowed(input) && !input.choices) return find(input);
  const { ids: found, replaced = [] } = await find({ page: 1, limit: MOST_RESULTS });
  return { ...(await readList(db, { found }, input)), replaced };
}

/** @param data the products with these ids */
async function correct(shop: Shop, text: string, replaced: readonly Replaced[], ids: readonly string[], data: readonly Product[]) {
  const [translated, types] = await Promise.all([readTranslated(shop, ids), readTypes(shop.database.db, ids)]);
  return correctedText(text, replaced, [...data, ...translated], types);
}

/** Products with their texts in the language that was not asked for. */
const readTranslated = (shop: Shop, ids: readonly string[]) => inLanguage(language() === "es" ? "en" : "es", () => readCards(shop, ids));

const isEmpty = (input: { search: string }) => input.search.trim() === "";
