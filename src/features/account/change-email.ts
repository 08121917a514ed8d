import type { Database, Db } from "#server/db/connect.ts";
import { askToVerify, emailOldAddress } from "./emails.ts";
import { setNewEmail, takeNewEmail } from "./profile-store.ts";
import { noteSecurityEvent, type Origin } from "./security-events.ts";
import { noteVerified } from "./store.ts";
import type { VerificationClaims } from "./verification-token.ts";

/** Stores the new address a person asked for, and emails it a link. It counts once that link is opened. */
export async function requestEmailChange(tx: Db, userId: string, email: string, from: Origin): Promise<void> {
  await setNewEmail(tx, userId, email);
  await noteSecurityEvent(tx, { kind: "email-change-asked", userId, from });
  await askToVerify(tx, userId, email);
}

/**
 * Confirms an address whose link was opened, and makes it the account's address if it was a new one.
 * @returns false if it is neither the account's address nor the new one
 * @throws a unique violation if another account took it in the meantime
 */
export function confirmEmail(database: Database, claims: VerificationClaims, from: Origin): Promise<boolean> {
  return database.transact(async (tx) => {
    if (await noteVerified(tx, claims)) return true;
    const old = await takeNewEmail(tx, claims);
    if (old === undefined) return false;
    await noteSecurityEvent(tx, { kind: "email-changed", userId: claims.userId, from });
    await emailOldAddress(tx, claims.userId, old);
    return true;
  });
}
