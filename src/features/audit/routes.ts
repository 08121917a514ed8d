import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import * as contract from "./contract.ts";
import { readChanges } from "./store.ts";

/** Changes per page. */
const PAGE = 50;

/** Lists what admins changed. */
export function auditRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.listAdminChanges, async ({ input }) => {
    const found = await readChanges(shop.database.db, input, PAGE + 1);
    const data = found.slice(0, PAGE);
    return { data, next: found.length > PAGE ? data.at(-1)!._id : null };
  });
}
