import type { FastifyRequest } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { accountLimits } from "../limits.ts";
import { isPassword } from "./passwords.ts";
import { readContact } from "../profile/store.ts";
import { judgePassword, PASSWORD_REFUSED } from "../rules.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";

interface Asked {
  userId: string;
  password: string;
  http: { request: FastifyRequest } | null;
}

type Contact = NonNullable<Awaited<ReturnType<typeof readContact>>>;

/**
 * Checks the password of a logged-in person again, and does what it was asked for.
 * @param work takes the account that it was compared with, and what `read` has read in the same round trip
 * @throws Refusal 400 if it is wrong, 429 after too many tries
 */
export async function withOwnPassword<T, R = undefined>(
  shop: Shop,
  { userId, password, http }: Asked,
  work: (known: Contact, read: R) => Promise<T>,
  read?: (db: Db) => Promise<R>,
): Promise<T> {
  const { db } = shop.database;
  const [known, pardon, more] = await Promise.all([
    readContact(db, userId),
    accountLimits(shop).countOwnPassword(userId),
    read?.(db) as Promise<R>, // undefined only where work takes nothing
  ]);
  if (!known) throw refuse.unauthenticated();
  if (!(await isPassword(password, known.passwordHash, userId))) {
    await noteSecurityEvent(db, { kind: "password-wrong", userId, from: originOf(http) });
    throw refuse.badInput(t("That password isn't right. Try again."), "password");
  }
  const [done] = await Promise.all([work(known, more), pardon()]);
  return done;
}

/** @throws Refusal 400, naming the field, if a new password is too weak for the account of `email` */
export function checkNewPassword(field: string, password: string, email: string): void {
  const judged = judgePassword(password, email, isCommonPassword);
  if (!judged.ok) throw refuse.badInput(PASSWORD_REFUSED[judged.reason], field);
}
