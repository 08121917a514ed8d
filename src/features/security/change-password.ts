import type { FastifyReply, FastifyRequest } from "fastify";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { emailPasswordChanged } from "../account/emails.ts";
import { forgetOtherPlaces } from "../account/session/known-places.ts";
import { lockWithPassword } from "../account/lock-user.ts";
import { noteSecurityEvent, originOf } from "../account/security-events.ts";
import { Sessions, type Tokens } from "../account/session/sessions.ts";
import { changePassword } from "../account/store.ts";

interface Change {
  userId: string;
  email: string;
  isConfirmed: boolean;
  /** The hash that the old password was compared with. */
  comparedHash: string;
  newHash: string;
  /** Whether this session was started with two steps; the new one counts as such too. */
  twoStep: boolean;
  http: { request: FastifyRequest; reply: FastifyReply } | null;
  /** Nothing changes if it rejects. */
  allowed: Promise<void>;
}

/**
 * Changes a person's password and emails them. Every session ends, including this one, so that stolen tokens stop working.
 * @returns the tokens of a new session
 * @throws Refusal 409 if the password was changed since
 */
export async function changeOwnPassword(shop: Shop, change: Change): Promise<Tokens> {
  const { userId, comparedHash, newHash: passwordHash, twoStep, http, allowed } = change;
  const from = originOf(http);
  const asked = recipientLimit(shop).allowsBeside(allowed, change, http?.request.ip);
  const { begun, headers } = await shop.database.transact(async ({ tx, withCommit }) => {
    const [person, mayTell] = await Promise.all([lockWithPassword(tx, userId, comparedHash), asked, allowed]);
    const changed = changePassword(tx, userId, passwordHash);
    const { headers: cookies, places } = forgetOtherPlaces(tx, shop.config, userId, http);
    const session = new Sessions(shop).begin(tx, { id: userId, passwordHash }, from, { twoStep });
    const noted = noteSecurityEvent(tx, { kind: "password-changed", userId, from });
    withCommit(changed, places, session, noted, ...(mayTell ? [emailPasswordChanged(tx, userId, person.email)] : []));
    return { headers: cookies, begun: () => session };
  });
  http?.reply.headers(headers);
  return begun();
}
