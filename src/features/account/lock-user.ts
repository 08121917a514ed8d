import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { lockActive, lockForChange } from "./store.ts";

/**
 * Makes other changes to a person's cart, addresses and messages wait until the transaction ends.
 * @throws Refusal 401 if the account was deleted or suspended in the meantime
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  if (!(await lockActive(tx, userId))) throw refuse.unauthenticated();
}

/**
 * A person whose password is still the one that was compared, locked until the transaction ends.
 * @throws Refusal 409 if it was changed since, for example by the owner, taking back a stolen account
 */
export async function lockWithPassword(tx: Db, userId: string, comparedHash: string) {
  const person = await lockForChange(tx, userId);
  if (person?.passwordHash !== comparedHash) throw refuse.conflict(t("Your password has just been changed. Log in again."));
  return person;
}
