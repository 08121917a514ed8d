import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { tellPasswordChanged } from "../account/emails.ts";
import { hashPassword } from "../account/passwords.ts";
import { noteSecurityEvent, type Origin } from "../account/security-events.ts";
import { Sessions, type Tokens } from "../account/sessions.ts";
import * as accounts from "../account/store.ts";
import { lockPerson } from "./store.ts";

interface Change {
  userId: string;
  /** What the old password was compared with. */
  comparedHash: string;
  newPassword: string;
  from: Origin;
}

/**
 * Gives a person another password and tells them by letter. Every session ends, also this one: whoever had its tokens
 * has them no more.
 * @returns the tokens of a new session
 * @throws Refusal 409 when the password was changed meanwhile
 */
export async function changeOwnPassword(shop: Shop, { userId, comparedHash, newPassword, from }: Change): Promise<Tokens> {
  const passwordHash = await hashPassword(newPassword);
  return shop.database.transact(async (tx) => {
    const person = await lockPerson(tx, userId);
    if (person?.passwordHash !== comparedHash) throw refuse.conflict("Your password was changed meanwhile");
    await accounts.changePassword(tx, userId, passwordHash);
    await noteSecurityEvent(tx, { kind: "password-changed", userId, from });
    await tellPasswordChanged(tx, userId, person.email);
    return new Sessions(shop).beginIn(tx, { id: userId, passwordHash }, from);
  });
}
