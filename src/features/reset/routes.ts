import type { FastifyInstance } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { tellPasswordChanged } from "../account/emails.ts";
import { AccountLimits } from "../account/limits.ts";
import { hashPassword } from "../account/passwords.ts";
import { judgePassword, PASSWORD_REFUSED } from "../account/rules.ts";
import { noteSecurityEvent, originOf, type Origin } from "../account/security-events.ts";
import { changePassword, noteVerified, readCredentials } from "../account/store.ts";
import { hashOfTicket, newTicket, ResetCodes } from "./codes.ts";
import * as contract from "./contract.ts";
import { sendCode } from "./emails.ts";
import { ResetLimits } from "./limits.ts";
import * as store from "./store.ts";
import { ticketCookie, ticketOf } from "./ticket-cookie.ts";

/** The same whatever is the matter: it tells nobody who has asked for a code, or has an account. */
const CODE_REFUSED = "This code is wrong or no longer works. Please check it, or ask for a new one.";
const TICKET_REFUSED = "Please show the code of your letter first; it opens this step once, for a few minutes.";

/** Setting a new password by a code that comes by letter (ACC-6). */
export function resetRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const limits = new ResetLimits(shop);
  const logins = new AccountLimits(shop);
  const codes = new ResetCodes(config.jwtSecret);

  serve(app, shop, contract.forgotPassword, async ({ input: { email }, http }) => {
    await limits.countAsking(http?.request.ip ?? "", email);
    // Whether a letter is sent is up to the job, so that the answer takes as long without an account.
    const id = newId();
    await database.transact(async (tx) => {
      await store.putReset(tx, email, { id, codeHash: codes.hashOf(id, codes.codeOf(id)) });
      await sendCode(tx, id);
      await note(tx, "reset-asked", email, originOf(http));
    });
    return { message: "If there is an account with this address, a letter with a code is on its way." };
  });

  serve(app, shop, contract.verifyForgotPasswordOtp, async ({ input: { otp, email }, http }) => {
    await limits.countTry(http?.request.ip ?? "", email);
    const ticket = newTicket();
    // The refusal comes after the transaction, so that the try stays counted.
    const right = await database.transact(async (tx) => {
      const asked = await store.takeTry(tx, email);
      if (!asked || !codes.isCode(otp, asked)) {
        await note(tx, "reset-code-wrong", email, originOf(http));
        return false;
      }
      await store.giveTicket(tx, email, hashOfTicket(ticket));
      return true;
    });
    if (!right) throw refuse.badInput(CODE_REFUSED);
    http?.reply.header("set-cookie", ticketCookie(config, ticket));
    return { message: "The code is right. Please choose a new password." };
  });

  serve(app, shop, contract.resetPassword, async ({ input: { email, newPassword, confirmPassword }, http }) => {
    if (newPassword !== confirmPassword) throw refuse.badInput(contract.messages.passwordsDiffer);
    const judged = judgePassword(newPassword, email);
    if (!judged.ok) throw refuse.badInput(`newPassword ${PASSWORD_REFUSED[judged.reason]}`);
    const ticket = hashOfTicket((http && ticketOf(config, http.request)) ?? "");
    // Asked first: hashing is dear.
    if (!(await store.isTicketOf(database.db, email, ticket))) throw refuse.forbidden(TICKET_REFUSED);

    const passwordHash = await hashPassword(newPassword);
    await database.transact(async (tx) => {
      const user = (await store.useTicket(tx, email, ticket)) && (await readCredentials(tx, email));
      if (!user || user.status !== "Active") throw refuse.forbidden(TICKET_REFUSED);
      await changePassword(tx, user.id, passwordHash);
      // Who knows the code reads the letters of this address.
      await noteVerified(tx, { userId: user.id, email });
      await tellPasswordChanged(tx, user.id, user.email);
      await noteSecurityEvent(tx, { kind: "password-reset", userId: user.id, from: originOf(http) });
    });
    await logins.pardon(http?.request.ip ?? "", email);
    http?.reply.header("set-cookie", ticketCookie(config));
    return { message: "Your password was changed. Please log in with the new one." };
  });
}

/** Notes what happened for an address, whether or not there is such an account. */
async function note(tx: Db, kind: "reset-asked" | "reset-code-wrong", email: string, from: Origin): Promise<void> {
  const user = await readCredentials(tx, email);
  await noteSecurityEvent(tx, { kind, userId: user?.id ?? null, from });
}
