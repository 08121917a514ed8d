import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { listProducts, type Product } from "../catalogue/contract.ts";
import { readNewest, readProducts } from "../catalogue/store.ts";
import { tagsOf, tagsOfProducts } from "../catalogue/tags.ts";
import { searchProducts } from "./contract.ts";
import { MissedSearches } from "./missed-searches.ts";
import { queryKey } from "./engine/read-query.ts";
import { search } from "./engine/search.ts";

/** How first pages are cached. Later ones are rarely requested twice. */
const cached = {
  tags: ({ data }: { data: readonly Product[] }) => [tagsOf.shelves, tagsOf.products, ...tagsOfProducts(data)],
  cacheBy: (input: { search: string; page: number; limit: number }) => (input.page === 1 ? [queryKey(input.search), input.limit] : null),
};

/** Product search. */
export function searchRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const missed = new MissedSearches(shop);
  app.addHook("onClose", () => missed.close());

  serve(
    app,
    shop,
    searchProducts,
    async ({ input }) => {
      const { ids, total } = await search(db, input.search, input);
      if (total === 0 && input.page === 1) missed.note(input.search);
      const data = await readProducts(db, ids);
      return { page: input.page, totalPage: Math.ceil(total / input.limit), totalCount: total, data };
    },
    {
      ...cached,
      // Empty results are not cached, so that each one is counted.
      tags: (reply, input) => (reply.totalCount === 0 ? null : [...cached.tags(reply), ...(isEmpty(input) ? [tagsOf.popular] : [])]),
    },
  );

  serve(
    app,
    shop,
    listProducts,
    async ({ input }) => {
      if (isEmpty(input)) {
        const { rows, total } = await readNewest(db, input);
        return { totalNoPage: Math.ceil(total / input.limit), totalCount: total, data: rows };
      }
      const { ids, total } = await search(db, input.search, input);
      return { totalNoPage: Math.ceil(total / input.limit), totalCount: total, data: await readProducts(db, ids) };
    },
    cached,
  );
}

const isEmpty = (input: { search: string }) => input.search.trim() === "";
