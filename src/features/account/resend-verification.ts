import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { countTogether } from "#server/limits/count-together.ts";
import { serve } from "#server/http/serve.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { resendVerification } from "./contract.ts";
import { askToVerify } from "./emails.ts";
import { accountLimits } from "./limits.ts";
import { readAccount } from "./store.ts";

/** Sends the verification email again, to the new address if the person is changing it. */
export function resendVerificationRoute(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const recipients = recipientLimit(shop);

  serve(
    app,
    shop,
    resendVerification,
    async ({ visitor: { userId }, ahead: account, http }) => {
      if (!account) throw refuse.unauthenticated();
      const email = account.newEmail || account.email;
      if (!account.newEmail && account.ownerConfirmed) return { message: t("Your email address is already confirmed") };
      await countTogether([accountLimits(shop).verificationOf(userId), ...recipients.limitsOf(email, http?.request.ip)]);
      await askToVerify(db, userId, email);
      return { message: t("We sent an email to {email}", { email }) };
    },
    { ahead: (userId: string) => readAccount(db, userId) },
  );
}
