import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/http/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import { RecipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { resendVerification } from "./contract.ts";
import { askToVerify } from "./emails.ts";
import { readAccount } from "./store.ts";

/** Sends the verification email again, to the new address if the person is changing it. */
export function resendVerificationRoute(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const perAccount = new RateLimit(shop, { name: "verification-email", tries: 5, seconds: 60 * 60 });
  const recipients = new RecipientLimit(shop);

  serve(app, shop, resendVerification, async ({ visitor: { userId } }) => {
    const account = await readAccount(db, userId);
    if (!account) throw refuse.unauthenticated();
    const email = account.newEmail || account.email;
    if (!account.newEmail && account.isConfirmed) return { message: "Your email address is already confirmed" };
    await perAccount.count(userId);
    await recipients.count(email);
    await askToVerify(db, userId, email);
    return { message: `We sent an email to ${email}` };
  });
}
