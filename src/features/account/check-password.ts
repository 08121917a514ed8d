import type { FastifyRequest } from "fastify";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import type { AccountLimits } from "./limits.ts";
import { isPassword } from "./passwords.ts";
import { readContact } from "./profile-store.ts";
import { noteSecurityEvent, originOf } from "./security-events.ts";

interface Asked {
  userId: string;
  password: string;
  http: { request: FastifyRequest } | null;
}

/**
 * Asks a signed-in person for their password once more. Its tries count as those of the login do.
 * @returns what it was compared with
 * @throws Refusal 400 when it is not theirs, 429 when it was tried too often
 */
export async function checkOwnPassword({ database: { db } }: Shop, limits: AccountLimits, { userId, password, http }: Asked) {
  const known = await readContact(db, userId);
  if (!known) throw refuse.unauthenticated();
  const pardon = await limits.countLogin(http?.request.ip ?? "", known.email);
  if (!(await isPassword(password, known.passwordHash))) {
    await noteSecurityEvent(db, { kind: "password-wrong", userId, from: originOf(http) });
    throw refuse.badInput("password is wrong");
  }
  await pardon();
  return known;
}
