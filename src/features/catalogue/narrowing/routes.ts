import type { FastifyInstance } from "fastify";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { noteChange } from "../../audit/note-change.ts";
import { changeNarrowing, readNarrowing } from "./contract.ts";
import { readDetailNames, readKnownDetails, writeDetailNames } from "./store.ts";

/** Admins choose what lists can be narrowed by. */
export function narrowingRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, readNarrowing, async () => ({ data: { chosen: await readDetailNames(db), known: await readKnownDetails(db) } }));

  serve(app, shop, changeNarrowing, async ({ input, visitor }) => {
    const details = [...new Set(input.details)];
    await shop.database.transact(async (tx, invalidate) => {
      const before = await readDetailNames(tx);
      await writeDetailNames(tx, details);
      invalidate(EVERYTHING);
      await noteChange(tx, visitor.userId, {
        ...({ kind: "filters", thingId: "filters", thingName: "Filters", action: "changed" } as const),
        before: { details: before },
        after: { details },
      });
    });
    return { message: "Filters saved" };
  });
}
