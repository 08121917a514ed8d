import type { FastifyInstance } from "fastify";
import { newId } from "#server/new-id.ts";
import { awaitedLater } from "#server/awaited-later.ts";
import { countTogether, once } from "#server/limits/count-together.ts";
import { NetworkLimit } from "#server/limits/network-limit.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { requestKey, useKey } from "../idempotency/idempotency-key.ts";
import { lockUser } from "../account/lock-user.ts";
import * as contract from "./contract.ts";
import { emailShop } from "./emails.ts";
import { inboxRoutes } from "./inbox-routes.ts";
import { insertMessage } from "./store.ts";

const HOUR = 60 * 60;

/** Stores messages to the shop and emails them to it. */
export function contactRoutes(app: FastifyInstance, shop: Shop): void {
  inboxRoutes(app, shop);
  const perAccount = new RateLimit(shop, { name: "contact-account", tries: 5, seconds: HOUR });
  const perNetwork = new NetworkLimit(shop, { name: "contact-address", tries: 30, seconds: HOUR });

  serve(app, shop, contract.sendMessage, async ({ input, visitor, http }) => {
    const key = http ? requestKey(http.request.headers, contract.sendMessage.path, input) : undefined;
    const allowed = awaitedLater(countTogether([...perNetwork.limitsOf(http?.request.ip ?? "", 1), once(perAccount, visitor.userId)]));
    const { name, email, subject, message } = input;
    const id = newId();
    await shop.database.transact(async ({ tx, withCommit }) => {
      const [used] = await Promise.all([useKey(tx, visitor.userId, key, id), lockUser(tx, visitor), allowed]);
      if (used) return;
      withCommit(insertMessage(tx, { id, userId: visitor.userId, name, email, subject, message }), emailShop(tx, id));
    });
    return { message: contract.messages.sent };
  });
}
