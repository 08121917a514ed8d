import type { FastifyInstance } from "fastify";
import { databaseStore } from "#sandbox/database-store.ts";
import { sandboxRoutes } from "#sandbox/routes.ts";
import type { Shop } from "#server/shop.ts";

/** Serves stand-ins for unconfigured payment providers if the sandbox is on. */
export function shopSandbox(app: FastifyInstance, { config, database }: Shop): void {
  if (!config.sandbox) return;
  const { paypal, culqi } = config.payments;
  const ownUrl = new URL((paypal?.sandbox && paypal.baseUrl) || (culqi?.sandbox && culqi.baseUrl) || config.publicUrl).origin;
  sandboxRoutes(app, {
    store: databaseStore(database),
    paypal: paypal?.sandbox && paypal.webhookId ? { ...paypal, webhookId: paypal.webhookId } : undefined,
    culqi: culqi?.sandbox ? culqi : undefined,
    serverUrl: () => ownUrl,
    browserUrl: () => config.publicUrl,
    hasOutbox: config.mail.smtpUrl === undefined,
    webhooks: () => ({ paypal: `${ownUrl}/api/webhooks/paypal`, culqi: `${ownUrl}/api/webhooks/culqi` }),
  });
}
