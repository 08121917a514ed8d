import type { FastifyRequest } from "fastify";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { accountLimits } from "../limits.ts";
import { isPassword } from "./passwords.ts";
import { readContact } from "../profile-store.ts";
import { judgePassword, PASSWORD_REFUSED } from "../rules.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";

interface Asked {
  userId: string;
  password: string;
  http: { request: FastifyRequest } | null;
}

/**
 * Checks the password of a logged-in person again.
 * @returns the account it was compared with
 * @throws Refusal 400 if it is wrong, 429 after too many tries
 */
export async function checkOwnPassword(shop: Shop, { userId, password, http }: Asked) {
  const { db } = shop.database;
  const known = await readContact(db, userId);
  if (!known) throw refuse.unauthenticated();
  const pardon = await accountLimits(shop).countOwnPassword(userId);
  if (!(await isPassword(password, known.passwordHash, userId))) {
    await noteSecurityEvent(db, { kind: "password-wrong", userId, from: originOf(http) });
    throw refuse.badInput(t("That password isn't right. Try again."), "password");
  }
  await pardon();
  return known;
}

/** @throws Refusal 400, naming the field, if a new password is too weak for the account of `email` */
export function checkNewPassword(field: string, password: string, email: string): void {
  const judged = judgePassword(password, email, isCommonPassword);
  if (!judged.ok) throw refuse.badInput(PASSWORD_REFUSED[judged.reason], field);
}
