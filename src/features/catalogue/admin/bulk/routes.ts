import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { changeProducts, previewChanges, undoChange } from "./change-many.ts";
import * as contract from "./contract.ts";

/** Bulk changes and their undo. */
export function bulkRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.changeProducts, async ({ input: { changes, preview }, visitor }) => {
    if (preview) return { data: await previewChanges(shop, changes) };
    const data = await changeProducts(shop, visitor.userId, changes);
    return { data, message: `${inWords(data.changed)} changed` };
  });

  serve(app, shop, contract.undoBulk, async ({ input, visitor }) => {
    const data = await undoChange(shop, visitor.userId, input.changeId);
    return { data, message: `${inWords(data.changed)} changed back` };
  });
}

const inWords = (products: number) => (products === 1 ? "1 product" : `${products} products`);
