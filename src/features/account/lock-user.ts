import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { LoggedIn } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { readSession } from "./session/session-store.ts";
import { lockActive, lockForChange } from "./store.ts";

/**
 * Makes other changes to a person's profile, cart, addresses and messages wait until the transaction ends.
 * @throws Refusal 401 if the session has ended in the meantime: logged out, by a new password, or with the account
 */
export async function lockUser(tx: Db, { userId, sessionId }: LoggedIn): Promise<void> {
  // Read after the lock was waited for, so that what was just committed counts.
  const [, session] = await Promise.all([lockActive(tx, userId), readSession(tx, userId, sessionId)]);
  if (!session) throw refuse.unauthenticated();
}

/**
 * A person whose password is still the one that was compared, locked until the transaction ends.
 * @throws Refusal 409 if it was changed since, for example by the owner, taking back a stolen account
 */
export async function lockWithPassword(tx: Db, userId: string, comparedHash: string) {
  const person = await lockForChange(tx, userId);
  if (person?.passwordHash !== comparedHash) throw passwordChanged();
  return person;
}

/** While the password that a person entered was compared, it was changed. */
export const passwordChanged = () => refuse.conflict(t("Your password has just been changed. Log in again."));
