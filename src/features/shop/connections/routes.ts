import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { changeConnection } from "./change-connection.ts";
import { connectionsOf } from "./connections.ts";
import * as contract from "./contract.ts";
import { readConnections } from "./store.ts";

/** The keys of payment providers and the mail server: written by admins, never read back. */
export function connectionRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const change = (adminId: string, service: contract.Service, keys: object | null) =>
    database.transact((tx, invalidate) => changeConnection(tx, invalidate, config, adminId, service, keys));

  serve(app, shop, contract.listConnections, async () => ({ data: connectionsOf(config, await readConnections(database.db)).about }));

  serve(app, shop, contract.setPayPal, async ({ input, visitor }) => {
    await change(visitor.userId, "paypal", input);
    return { message: t("Saved") };
  });
  serve(app, shop, contract.setCulqi, async ({ input, visitor }) => {
    await change(visitor.userId, "culqi", input);
    return { message: t("Saved") };
  });
  serve(app, shop, contract.setMail, async ({ input, visitor }) => {
    await change(visitor.userId, "mail", input);
    return { message: t("Saved") };
  });
  serve(app, shop, contract.removeConnection, async ({ params: { service }, visitor }) => {
    await change(visitor.userId, service, null);
    return { message: t("Keys deleted") };
  });
}
