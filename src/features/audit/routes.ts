import type { FastifyInstance } from "fastify";
import { pageOf } from "#server/http/page-of.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import * as contract from "./contract.ts";
import { refuse } from "#server/http/errors.ts";
import { readableFields, readableKinds } from "./rules.ts";
import { readChangers, readChanges } from "./store.ts";

/** Changes per page. */
const PAGE = 50;

/** Lists what the staff changed. */
export function auditRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.listAdminChanges, async ({ input: { kind, day, ...filters }, visitor }) => {
    const { role } = visitor;
    const readable = readableKinds(role);
    if (kind && !readable.includes(kind)) throw refuse.forbidden();
    const { timeZone } = await shop.identity();
    const where = { ...filters, kinds: kind ? [kind] : readable, ...(day && { day: { day, timeZone } }) };
    const changes = await readChanges(shop.database.db, where, PAGE + 1);
    const toReadable = ({ before, after, ...change }: contract.AdminChange): contract.AdminChange => ({
      ...change,
      before: readableFields(before, role),
      after: readableFields(after, role),
    });
    return pageOf(changes.map(toReadable), PAGE);
  });

  serve(app, shop, contract.listChangers, async () => ({ data: await readChangers(shop.database.db) }));
}
