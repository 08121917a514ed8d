import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { queueKeyOf } from "#server/limits/networks.ts";
import { serve } from "#server/http/serve.ts";
import { hashOfToken, newToken } from "#server/random-token.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { checkNewPassword } from "../account/password/check-password.ts";
import { emailPasswordChanged } from "../account/emails.ts";
import { findKnownPlace, forgetOtherPlaces, isKnownBrowser, placesOf } from "../account/session/known-places.ts";
import { accountLimits } from "../account/limits.ts";
import { hashPassword } from "../account/password/passwords.ts";
import { noteEventOf, noteSecurityEvent, originOf } from "../account/security-events.ts";
import { changePassword, lockCredentials, noteVerified, readCredentials } from "../account/store.ts";
import { removeSteps } from "../account/two-step/store.ts";
import { ResetCodes } from "./codes.ts";
import * as contract from "./contract.ts";
import { sendCode } from "./emails.ts";
import { forgetStranger } from "./forget-stranger.ts";
import { resetLimits } from "./limits.ts";
import * as store from "./store.ts";
import { ticketCookie, ticketOf } from "./ticket-cookie.ts";

// The same for every cause, so that it doesn't reveal who asked for a code or has an account.
const codeRefused = () => t("This code is wrong or has expired. Check it, or ask for a new one.");
const ticketRefused = () => t("Enter the code from your email first. It lets you set one new password, within 15 minutes.");

/** Sets a new password with an emailed code (ACC-6). */
export function resetRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const limits = resetLimits(shop);
  const logins = accountLimits(shop);
  const codes = new ResetCodes(config.jwtSecret);

  serve(app, shop, contract.forgotPassword, async ({ input: { email }, http }) => {
    const place = await findKnownPlace(shop, email, http);
    await limits.countRequest({ ip: http?.request.ip ?? "", email, place });
    // A job decides whether to send an email, so that the response takes just as long without an account.
    const id = newId();
    await database.transact(async ({ tx, withCommit }) => {
      const asked = { email, place: place?.key ?? store.ANYWHERE };
      withCommit(
        store.putReset(tx, asked, { id, codeHash: codes.hashOf(id, codes.codeOf(id)) }),
        sendCode(tx, id),
        noteEventOf(tx, { kind: "reset-asked", email, from: originOf(http) }),
      );
    });
    return { message: t("If this address has an account, we've emailed you a code.") };
  });

  serve(app, shop, contract.verifyForgotPasswordOtp, async ({ input: { otp, email }, http }) => {
    const [place, ids] = await Promise.all([findKnownPlace(shop, email, http), store.readIdsOf(database.db, email)]);
    await limits.countTry({ ip: http?.request.ip ?? "", email, place });
    const ticket = newToken();
    const right = ids.map((id) => codes.hashOf(id, otp));
    const asked = { email, place: place?.key ?? store.ANYWHERE };
    if (!(await store.tryCode(database.db, asked, right, hashOfToken(ticket)))) {
      await noteEventOf(database.db, { kind: "reset-code-wrong", email, from: originOf(http) });
      throw refuse.badInput(codeRefused());
    }
    http?.reply.header("set-cookie", ticketCookie(config, ticket));
    return { message: t("Code accepted. Choose a new password.") };
  });

  serve(app, shop, contract.resetPassword, async ({ input: { email, newPassword, confirmPassword }, http }) => {
    if (newPassword !== confirmPassword) throw refuse.badInput(contract.messages.passwordsDiffer);
    checkNewPassword("newPassword", newPassword, email);
    const ticket = hashOfToken((http && ticketOf(config, http.request)) ?? "");
    // Before hashing, which is expensive.
    const [isTicket, known] = await Promise.all([store.isTicketOf(database.db, email, ticket), readCredentials(database.db, email)]);
    if (!isTicket || !known) throw refuse.forbidden(ticketRefused());

    const passwordHash = await hashPassword(newPassword, queueKeyOf(http?.request.ip ?? ""));
    const set = database.transact(async ({ tx, withCommit }) => {
      const [user, isUsed] = await Promise.all([lockCredentials(tx, email), store.useTicket(tx, email, ticket)]);
      if (!isUsed || user?.status !== "Active") throw refuse.forbidden(ticketRefused());
      const { id: userId } = user;
      const isOwn = user.ownerConfirmed || (await isKnownBrowser(tx, config, userId, http));
      const { headers, places } = forgetOtherPlaces(tx, config, userId, http);
      withCommit(
        store.deleteResets(tx, email),
        changePassword(tx, userId, passwordHash),
        // A browser may be shared, so another way to log in may still be a stranger's.
        ...(isOwn && !user.ownerConfirmed ? [removeSteps(tx, userId)] : []),
        ...(isOwn ? [] : [forgetStranger(tx, userId, user.email.split("@")[0]!)]),
        // The code proves that the person can read this address's emails.
        noteVerified(tx, { userId, email, byOwner: true }),
        places,
        emailPasswordChanged(tx, userId, user.email, { isCleared: !isOwn }),
        noteSecurityEvent(tx, { kind: "password-reset", userId, from: originOf(http) }),
      );
      return headers;
    });
    // The ticket is proof enough.
    const [headers] = await Promise.all([set, logins.pardon(http?.request.ip ?? "", placesOf(config, http), known)]);
    http?.reply.headers(headers).header("set-cookie", ticketCookie(config));
    return { message: t("Your password was changed. Please log in with the new one.") };
  });
}
