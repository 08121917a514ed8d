import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import { timed } from "#server/metrics/events.ts";
import type { Shop } from "#server/shop.ts";
import { listProducts, type Product } from "../catalogue/contract.ts";
import { readCards } from "../catalogue/cards.ts";
import { productReply } from "../catalogue/product-reply.ts";
import { readNewest } from "../catalogue/store.ts";
import { tagsOf, tagsOfProducts } from "../catalogue/tags.ts";
import { isCacheable } from "../catalogue/narrowing/read-list.ts";
import { isCommon } from "../catalogue/narrowing/rules.ts";
import { searchProducts } from "./contract.ts";
import { queryKey } from "./engine/read-query.ts";
import { search } from "./engine/search.ts";
import { searchIndexOf } from "./engine/search-index.ts";
import { isEmpty, readResults } from "./read-results.ts";
import { currentSynonyms, SYNONYMS } from "./synonyms/current-synonyms.ts";

/** How first pages are cached. Later ones are rarely requested twice. */
const cached = {
  tags: ({ data }: { data: readonly Product[] }) => [tagsOf.shelves, tagsOf.products, SYNONYMS, ...tagsOfProducts(data)],
  cacheBy: (input: { search: string; page: number; limit: number }) => (input.page === 1 ? [queryKey(input.search), input.limit] : null),
};

/** A corrected text repeats the signs between the words, which the key leaves out. So those of one person would be shown to all. */
const ONLY_WORDS = /^[\p{L}\p{M}\p{N}\s]*$/u;

/** Product search. */
export function searchRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const index = searchIndexOf(shop);

  serve(
    app,
    shop,
    searchProducts,
    async ({ input }) => {
      const { ids, total, among, othersFrom, unfilteredCount, choices, corrected } = await readResults(shop, input);
      return {
        page: input.page,
        totalPage: Math.ceil(total / input.limit),
        totalCount: total,
        data: await readCards(shop, ids),
        ...(among && { among }),
        ...(othersFrom && { othersFrom }),
        ...(unfilteredCount && { unfilteredCount }),
        ...(choices && { choices }),
        ...(corrected && { corrected }),
      };
    },
    {
      cacheBy: (input) => (input.page === 1 && isCommon(input, 1) ? { ...input, search: queryKey(input.search) } : null),
      // What finds nothing is made up too easily to be cached.
      tags: (reply, input) =>
        reply.totalCount > 0 && isCacheable(reply, input) && (!reply.corrected || ONLY_WORDS.test(input.search))
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
