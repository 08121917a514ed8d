import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/http/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { resendVerification } from "./contract.ts";
import { askToVerify } from "./emails.ts";
import { readUser } from "./store.ts";

/** Sends another verification letter to the address that waits for it: the new one, where the person has asked for one. */
export function resendVerificationRoute(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const letters = new RateLimit(shop, { name: "verification-letter", tries: 5, seconds: 60 * 60 });

  serve(app, shop, resendVerification, async ({ visitor: { userId } }) => {
    const user = await readUser(database.db, userId);
    if (!user) throw refuse.unauthenticated();
    const email = user.new_email || user.email;
    if (!user.new_email && user.verify_email) return { message: "Your e-mail address is confirmed already." };
    await letters.count(userId);
    await database.transact((tx) => askToVerify(tx, userId, email));
    return { message: `A letter is on its way to ${email}.` };
  });
}
