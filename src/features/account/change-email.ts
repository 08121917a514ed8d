import type { Database, Db } from "#server/db/connect.ts";
import { askToVerify, emailOldAddress } from "./emails.ts";
import { setNewEmail, takeNewEmail } from "./profile-store.ts";
import { noteSecurityEvent, type Origin } from "./security-events.ts";
import { noteVerified } from "./store.ts";
import type { VerificationClaims } from "./verification-token.ts";

/** Stores the address a person wants and sends a link to it. It becomes theirs once the link is followed. */
export async function requestEmailChange(tx: Db, userId: string, email: string, from: Origin): Promise<void> {
  await setNewEmail(tx, userId, email);
  await noteSecurityEvent(tx, { kind: "email-change-asked", userId, from });
  await askToVerify(tx, userId, email);
}

/**
 * The link of a verification email was followed: the address is the person's, and becomes the one of their account.
 * @returns false when it is neither the person's address nor the one they want
 * @throws a duplicate when somebody else has taken it meanwhile
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
