import type { FastifyInstance } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { queueKeyOf } from "#server/limits/networks.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { checkNewPassword } from "../account/password/check-password.ts";
import { emailPasswordChanged } from "../account/emails.ts";
import { findKnownPlace, forgetOtherPlaces } from "../account/session/known-places.ts";
import { accountLimits } from "../account/limits.ts";
import { hashPassword } from "../account/password/passwords.ts";
import { noteSecurityEvent, originOf, type Origin } from "../account/security-events.ts";
import { changePassword, noteVerified, readCredentials } from "../account/store.ts";
import { removeSteps } from "../account/two-step/store.ts";
import { deleteAddresses } from "../addresses/store.ts";
import { hashOfTicket, newTicket, ResetCodes } from "./codes.ts";
import * as contract from "./contract.ts";
import { sendCode } from "./emails.ts";
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
    await database.transact(async (tx) => {
      const asked = { email, place: place?.key ?? store.ANYWHERE };
      await store.putReset(tx, asked, { id, codeHash: codes.hashOf(id, codes.codeOf(id)) });
      await sendCode(tx, id);
      await note(tx, "reset-asked", email, originOf(http));
    });
    return { message: t("If this address has an account, we've emailed you a code.") };
  });

  serve(app, shop, contract.verifyForgotPasswordOtp, async ({ input: { otp, email }, http }) => {
    const place = await findKnownPlace(shop, email, http);
    await limits.countTry({ ip: http?.request.ip ?? "", email, place });
    const ticket = newTicket();
    // Refused after the transaction, so that the try is counted.
    const right = await database.transact(async (tx) => {
      const asked = await store.takeTry(tx, { email, place: place?.key ?? store.ANYWHERE });
      if (!asked || !codes.isCode(otp, asked)) {
        await note(tx, "reset-code-wrong", email, originOf(http));
        return false;
      }
      await store.giveTicket(tx, asked.id, hashOfTicket(ticket));
      return true;
    });
    if (!right) throw refuse.badInput(codeRefused());
    http?.reply.header("set-cookie", ticketCookie(config, ticket));
    return { message: t("Code accepted. Choose a new password.") };
  });

  serve(app, shop, contract.resetPassword, async ({ input: { email, newPassword, confirmPassword }, http }) => {
    if (newPassword !== confirmPassword) throw refuse.badInput(contract.messages.passwordsDiffer);
    checkNewPassword("newPassword", newPassword, email);
    const ticket = hashOfTicket((http && ticketOf(config, http.request)) ?? "");
    // Before hashing, which is expensive.
    if (!(await store.isTicketOf(database.db, email, ticket))) throw refuse.forbidden(ticketRefused());

    const passwordHash = await hashPassword(newPassword, queueKeyOf(http?.request.ip ?? ""));
    const { user, headers } = await database.transact(async (tx) => {
      const user = (await store.useTicket(tx, email, ticket)) && (await readCredentials(tx, email));
      if (!user || user.status !== "Active") throw refuse.forbidden(ticketRefused());
      await store.deleteResets(tx, email);
      await changePassword(tx, user.id, passwordHash);
      // Somebody else may have registered the address and added a passkey to log in later, or a place for orders to go to.
      if (!user.ownerConfirmed) await removeSteps(tx, user.id);
      if (!user.isConfirmed) await deleteAddresses(tx, user.id);
      // Whoever has the code can read this address's emails.
      await noteVerified(tx, { userId: user.id, email, byOwner: true });
      const remembered = await forgetOtherPlaces(tx, config, user.id, http);
      await emailPasswordChanged(tx, user.id, user.email);
      await noteSecurityEvent(tx, { kind: "password-reset", userId: user.id, from: originOf(http) });
      return { user, ...remembered };
    });
    await logins.pardon(http?.request.ip ?? "", user);
    http?.reply.headers(headers).header("set-cookie", ticketCookie(config));
    return { message: t("Your password was changed. Please log in with the new one.") };
  });
}

/** Records an event for an address, whether or not it has an account. */
async function note(tx: Db, kind: "reset-asked" | "reset-code-wrong", email: string, from: Origin): Promise<void> {
  const user = await readCredentials(tx, email);
  await noteSecurityEvent(tx, { kind, userId: user?.id ?? null, from });
}
