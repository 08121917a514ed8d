import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { refuse } from "#server/http/errors.ts";
import { countTogether, once } from "#server/limits/count-together.ts";
import { queueKeyOf } from "#server/limits/networks.ts";
import { NetworkLimit } from "#server/limits/network-limit.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import { hashOfToken } from "#server/random-token.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { checkNewPassword } from "../account/password/check-password.ts";
import { hashPassword } from "../account/password/passwords.ts";
import { serveWithPassword } from "../account/password/serve-with-password.ts";
import { originOf } from "../account/security-events.ts";
import { readCredentials } from "../account/store.ts";
import { acceptInvitation, type Chosen } from "./accept-invitation.ts";
import * as contract from "./contract.ts";
import { resendInvitation, sendInvitation, withdrawInvitation } from "./send-invitation.ts";
import { readByToken, readInvitations, type StoredInvitation } from "./store.ts";

const HOUR = 60 * 60;

/** Inviting people to work in the shop, and accepting an invitation. */
export function invitationRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const sent = new RateLimit(shop, { name: "invitation", tries: 30, seconds: HOUR });
  const opened = new NetworkLimit(shop, { name: "invitation-address", tries: 100, seconds: HOUR });
  const recipients = recipientLimit(shop);

  const countSending = (userId: string, email: string) => awaitedLater(countTogether([once(sent, userId), ...recipients.limitsOf(email)]));

  serve(app, shop, contract.listInvitations, async () => ({ data: (await readInvitations(db, contract.MOST_OPEN)).map(toInvitation) }));

  serveWithPassword(app, shop, contract.invite, async ({ input: { email, role }, visitor: { userId }, allowed }) => {
    const counted = awaitedLater(Promise.all([allowed, countSending(userId, email)]));
    const invitation = await sendInvitation(shop, { email, role, adminId: userId }, counted);
    return { data: toInvitation(invitation), message: t("We sent an invitation to {email}", { email }) };
  });

  serve(
    app,
    shop,
    contract.resendInvitation,
    async ({ input: { _id }, visitor: { userId }, ahead }) => {
      const found = ahead.find(({ id }) => id === _id);
      if (!found) throw refuse.notFound(t("Invitation not found"));
      const { email } = found;
      const invitation = await resendInvitation(shop, _id, userId, countSending(userId, email));
      return { data: toInvitation(invitation), message: t("We sent another invitation to {email}", { email }) };
    },
    // Its address decides which limits count.
    { ahead: () => readInvitations(db, contract.MOST_OPEN) },
  );

  serve(app, shop, contract.withdrawInvitation, async ({ input: { _id }, visitor: { userId } }) => {
    await withdrawInvitation(shop, _id, userId);
    return { message: t("The invitation was withdrawn") };
  });

  serve(app, shop, contract.readInvitation, async ({ input: { token }, http }) => {
    await opened.count(http?.request.ip ?? "");
    const found = await readByToken(db, hashOfToken(token));
    if (!found) throw refuse.badInput(contract.messages.over, "token");
    const account = await readCredentials(db, found.email);
    return { data: { email: found.email, role: found.role, joins: account?.ownerConfirmed ?? false } };
  });

  serve(app, shop, contract.acceptInvitation, async ({ input: { token, name, password, confirmPassword }, http }) => {
    const ip = http?.request.ip ?? "";
    const tokenHash = hashOfToken(token);
    // Before hashing, which is expensive.
    const [found] = await Promise.all([readByToken(db, tokenHash), opened.count(ip)]);
    if (!found) throw refuse.badInput(contract.messages.over, "token");
    let chosen: Chosen | undefined;
    if (name !== undefined && password !== undefined) {
      if (password !== confirmPassword) throw refuse.badInput(contract.messages.passwordsDiffer);
      checkNewPassword("password", password, found.email);
      chosen = { name, passwordHash: await hashPassword(password, queueKeyOf(ip)) };
    }
    const { email } = await acceptInvitation(shop, tokenHash, chosen, originOf(http));
    return { data: { email }, message: t("Welcome. Please log in.") };
  });
}

const toInvitation = ({ id, email, role, invitedBy, byName, sentAt, expiresAt, expired }: StoredInvitation): contract.Invitation => ({
  _id: id,
  email,
  role,
  by: { _id: invitedBy, name: byName },
  sentAt: sentAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  expired,
});
