import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { formatCount } from "#shared/count.ts";
import { seesCosts } from "#shared/roles.ts";
import { plural } from "#words/t.ts";
import { readLastBulk } from "../../../audit/store.ts";
import { changeFound, changeProducts, previewChanges, previewFound, undoChange } from "./change-many.ts";
import * as contract from "./contract.ts";

/** Bulk changes and their undo. */
export function bulkRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.changeProducts, async ({ input: { changes, preview }, visitor }) => {
    if (preview) return { data: await previewChanges(shop, changes) };
    const data = await changeProducts(shop, visitor.userId, changes);
    return { data, message: done(data.changed) };
  });

  serve(app, shop, contract.changeFound, async ({ input: { preview, ...input }, visitor }) => {
    const request = { ...input, seesCosts: seesCosts(visitor.role) };
    if (preview) return { data: await previewFound(shop, request) };
    const data = await changeFound(shop, visitor.userId, request);
    return { data, message: done(data.changed, request.set) };
  });

  serve(app, shop, contract.lastBulk, async () => ({ data: await readLastBulk(shop.database.db, "product") }));

  serve(app, shop, contract.undoBulk, async ({ input, visitor }) => {
    const data = await undoChange(shop, visitor.userId, input.changeId);
    const count = formatCount(data.changed);
    return { data, message: plural(data.changed, "{count} product changed back", "{count} products changed back", { count }) };
  });
}

/** What was done to some products: "3 products hidden". */
function done(products: number, { deleted, hidden }: Partial<contract.FoundChange> = {}): string {
  const count = formatCount(products);
  if (deleted) return plural(products, "{count} product deleted", "{count} products deleted", { count });
  if (hidden === true) return plural(products, "{count} product hidden", "{count} products hidden", { count });
  if (hidden === false) return plural(products, "{count} product shown", "{count} products shown", { count });
  return plural(products, "{count} product changed", "{count} products changed", { count });
}
