import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { productReply } from "../product-reply.ts";
import { readProducts } from "../store.ts";
import { tagsOf, tagsOfProducts } from "../tags.ts";
import { relatedProducts } from "./contract.ts";
import { chooseRelated } from "./rules.ts";
import { readCandidates } from "./store.ts";

/** What a product page shows below the product. */
export function relatedRoutes(app: FastifyInstance, shop: Shop): void {
  serve(
    app,
    shop,
    relatedProducts,
    async ({ input }) => {
      const candidates = await shop.database.read((db) => readCandidates(db, input.productId));
      if (!candidates) throw refuse.notFound(t("Product not found"));
      const { goesWellWith, similar } = chooseRelated(candidates);
      const found = (await readProducts(shop.database.db, [...goesWellWith, ...similar])).map(productReply);
      const those = (ids: readonly string[]) => found.filter(({ _id }) => ids.includes(_id));
      return { data: { goesWellWith: those(goesWellWith), similar: those(similar) } };
    },
    {
      tags: ({ data }, { productId }) => [
        tagsOf.shelves,
        tagsOf.product(productId),
        tagsOf.related(productId),
        ...tagsOfProducts([...data.goesWellWith, ...data.similar]),
      ],
    },
  );
}
