import type { FastifyInstance } from "fastify";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../../audit/note-change.ts";
import { changeNarrowing, readNarrowing } from "./contract.ts";
import { readDetails, readKnownDetails, writeDetails } from "../details-store.ts";

/** Admins choose what lists can be narrowed by. */
export function narrowingRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, readNarrowing, async () => {
    const [details, known] = await Promise.all([readDetails(db), readKnownDetails(db)]);
    const spanish = Object.fromEntries(details.filter(({ nameEs }) => nameEs).map(({ name, nameEs }) => [name, nameEs]));
    return { data: { chosen: details.map(({ name }) => name), spanish, known } };
  });

  serve(app, shop, changeNarrowing, async ({ input, visitor }) => {
    const names = [...new Set(input.details)];
    const wanted = new Map(Object.entries(input.spanish ?? {}));
    await shop.database.transact(async ({ tx, invalidate, withCommit }) => {
      const before = await readDetails(tx);
      const nameEs = (name: string) => wanted.get(name) ?? before.find((one) => one.name === name)?.nameEs ?? "";
      const details = names.map((name) => ({ name, nameEs: nameEs(name) }));
      invalidate(EVERYTHING);
      withCommit(
        writeDetails(tx, details),
        noteChange(tx, visitor.userId, {
          kind: "filters",
          thingId: "filters",
          thingName: "Filters",
          action: "changed",
          before: { details: before.map(({ name }) => name) },
          after: { details: names },
        }),
      );
    });
    return { message: t("Filters saved") };
  });
}
