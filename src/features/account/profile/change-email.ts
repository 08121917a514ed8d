import type { FastifyRequest } from "fastify";
import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { askToVerify, emailOldAddress } from "../emails.ts";
import { lockWithPassword } from "../lock-user.ts";
import { lockToVerify, readContact, setNewEmail, takeNewEmail } from "./store.ts";
import { noteSecurityEvent, originOf, type Origin } from "../security-events.ts";
import { isKnownBrowser } from "../session/known-places.ts";
import { readSession } from "../session/session-store.ts";
import { noteVerified } from "../store.ts";
import { readSteps } from "../two-step/store.ts";
import type { VerificationClaims } from "../verification-token.ts";

interface EmailChange {
  userId: string;
  sessionId: string;
  email: string;
  /** The hash that the password was compared with. */
  comparedHash: string;
  from: Origin;
  /** Nothing changes if it rejects. */
  allowed: Promise<unknown>;
}

/**
 * Stores the new address a person asked for, and emails it a link. It counts once that link is opened.
 * @throws Refusal 409 if the password was changed since it was compared, 401 if the session has ended
 */
export async function requestEmailChange({ tx, withCommit }: Pick<Transaction, "tx" | "withCommit">, change: EmailChange): Promise<void> {
  const { userId, sessionId, email, comparedHash, from, allowed } = change;
  const [, session] = await Promise.all([lockWithPassword(tx, userId, comparedHash), readSession(tx, userId, sessionId), allowed]);
  if (!session) throw refuse.unauthenticated();
  withCommit(
    setNewEmail(tx, userId, email),
    noteSecurityEvent(tx, { kind: "email-change-asked", userId, from }),
    askToVerify(tx, userId, email),
  );
}

/**
 * Confirms an address whose link was opened, and makes it the account's address if it was a new one.
 * @returns false if it is neither the account's address nor the new one
 * @throws a unique violation if another account took it in the meantime; Refusal 403 if an account with second steps would move to an
 * address whose owner may know nothing of it
 */
export async function confirmEmail(shop: Shop, claims: VerificationClaims, http: { request: FastifyRequest } | null): Promise<boolean> {
  const { database, config } = shop;
  const known = await readContact(database.db, claims.userId);
  const isAnother = known !== undefined && known.email.toLowerCase() !== claims.email.toLowerCase();
  // Otherwise anyone could register a stranger's address, change to another one, and so have the stranger emailed again and again.
  const mayTell = isAnother && (await recipientLimit(shop).allows(known, http?.request.ip));
  const { userId } = claims;
  return database.transact(async ({ tx, withCommit }) => {
    const [person, byOwner, steps] = await Promise.all([
      lockToVerify(tx, claims),
      isKnownBrowser(tx, config, userId, http),
      readSteps(tx, userId),
    ]);
    const verified = { ...claims, byOwner };
    if (person?.isPresent) {
      withCommit(noteVerified(tx, verified));
      return true;
    }
    if (!person?.isNew) return false;
    if (!byOwner && (steps.authenticator || steps.passkey))
      throw refuse.forbidden(t("Log in to your account in this browser, then open the link again."));
    withCommit(
      takeNewEmail(tx, verified),
      noteSecurityEvent(tx, { kind: "email-changed", userId, from: originOf(http) }),
      ...(mayTell ? [emailOldAddress(tx, userId, person.email)] : []),
    );
    return true;
  });
}
