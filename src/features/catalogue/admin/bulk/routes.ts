import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { changeFound, changeProducts, previewChanges, previewFound, undoChange } from "./change-many.ts";
import * as contract from "./contract.ts";
import { readLastBulk } from "./store.ts";

/** Bulk changes and their undo. */
export function bulkRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.changeProducts, async ({ input: { changes, preview }, visitor }) => {
    if (preview) return { data: await previewChanges(shop, changes) };
    const data = await changeProducts(shop, visitor.userId, changes);
    return { data, message: `${inWords(data.changed)} changed` };
  });

  serve(app, shop, contract.changeFound, async ({ input: { preview, ...request }, visitor }) => {
    if (preview) return { data: await previewFound(shop, request) };
    const data = await changeFound(shop, visitor.userId, request);
    return { data, message: `${inWords(data.changed)} ${doneWith(request.set)}` };
  });

  serve(app, shop, contract.lastBulk, async () => ({ data: await readLastBulk(shop.database.db) }));

  serve(app, shop, contract.undoBulk, async ({ input, visitor }) => {
    const data = await undoChange(shop, visitor.userId, input.changeId);
    return { data, message: `${inWords(data.changed)} changed back` };
  });
}

function doneWith({ deleted, hidden }: contract.FoundChange): string {
  if (deleted) return "deleted";
  if (hidden !== undefined) return hidden ? "hidden" : "shown";
  return "changed";
}

const inWords = (products: number) => (products === 1 ? "1 product" : `${products.toLocaleString("en-US")} products`);
