import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import * as contract from "./contract.ts";
import { isPublicKey } from "./public-key.ts";
import { isPushService } from "./rules.ts";
import { deleteSubscription, readSubscription, writeSubscription } from "./store.ts";
import { vapidKeys } from "./vapid-keys.ts";

/** Notifications that the shopper's browser shows even while the shop is closed (`decisions/076-notifications.md`). */
export function pushRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const { db } = database;

  serve(app, shop, contract.pushKey, async ({ visitor: { sessionId } }) => {
    const keys = config.push ? await vapidKeys(db, config) : null;
    return { data: { key: keys?.publicKey ?? null, on: keys !== null && (await readSubscription(db, sessionId)) !== undefined } };
  });

  serve(app, shop, contract.startPush, async ({ input: { endpoint, keys }, visitor: { sessionId } }) => {
    if (!config.push) throw refuse.notFound(t("This call was not found"));
    if (!isPushService(endpoint)) throw refuse.badInput(t("Your browser doesn't allow notifications from this shop"), "endpoint");
    if (!isPublicKey(keys.p256dh)) throw refuse.badField("keys.p256dh", t("is not a public key"));
    await writeSubscription(db, { sessionId, endpoint, ...keys });
    return {};
  });

  serve(app, shop, contract.endPush, async ({ visitor: { sessionId } }) => {
    await deleteSubscription(db, sessionId);
    return {};
  });
}
