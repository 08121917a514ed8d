import type { FastifyInstance } from "fastify";
import { serve } from "#server/serve.ts";
import type { Shop } from "#server/shop.ts";
import { listProducts, searchProducts } from "../catalogue/contract.ts";
import { readNewest, readProducts } from "../catalogue/store.ts";
import { tagsOf, tagsOfProducts } from "../catalogue/tags.ts";
import { queryKey } from "./read-query.ts";
import { search } from "./search.ts";

/** Finding products. */
export function searchRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(
    app,
    shop,
    searchProducts,
    async ({ input }) => {
      const { ids, total } = await search(db, input.search, input);
      const data = await readProducts(db, ids);
      return { page: input.page, totalPage: Math.ceil(total / input.limit), totalCount: total, data };
    },
    {
      tags: ({ data }) => [tagsOf.shelves, tagsOf.products, ...tagsOfProducts(data)],
      // Later pages are rarely asked for twice.
      keepAs: (input) => (input.page === 1 ? [queryKey(input.search), input.limit] : null),
    },
  );

  serve(
    app,
    shop,
    listProducts,
    async ({ input }) => {
      if (input.search.trim() === "") {
        const { rows, total } = await readNewest(db, input);
        return { totalNoPage: Math.ceil(total / input.limit), totalCount: total, data: rows };
      }
      const { ids, total } = await search(db, input.search, input);
      return { totalNoPage: Math.ceil(total / input.limit), totalCount: total, data: await readProducts(db, ids) };
    },
    {
      tags: ({ data }) => [tagsOf.shelves, tagsOf.products, ...tagsOfProducts(data)],
      keepAs: (input) => (input.page === 1 ? [queryKey(input.search), input.limit] : null),
    },
  );
}
