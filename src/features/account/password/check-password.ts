import type { FastifyRequest } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { accountLimits } from "../limits.ts";
import { passwordChanged } from "../lock-user.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { readContact } from "../profile/store.ts";
import { judgePassword, PASSWORD_REFUSED } from "../rules.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";

export type Contact = NonNullable<Awaited<ReturnType<typeof readContact>>>;

interface Asked {
  userId: string;
  password: string;
  /** Their account, by {@link readingContact}; null if it is gone. */
  ahead: Contact | null;
  http: { request: FastifyRequest } | null;
}

/** The option of calls that ask for the password again. */
export const readingContact = ({ database: { db } }: Shop) => ({
  ahead: async (userId: string) => (await readContact(db, userId)) ?? null,
});

/**
 * Checks the password of a logged-in person again, and does what it was asked for. The password is compared before anything is locked, and
 * counted before the result is known to anybody.
 * @param work takes the account that it was compared with. It may read and lock while the try is counted, but must await `allowed` before it
 * commits
 * @throws Refusal 400 if it is wrong, 429 after too many tries
 */
export function withOwnPassword<T>(shop: Shop, asked: Asked, work: (known: Contact, allowed: Promise<void>) => Promise<T>): Promise<T> {
  return whileCompared(shop, asked, async () => {}, work);
}

/**
 * Like {@link withOwnPassword}, to change it. The new password is hashed even if the current one is wrong, so response times don't reveal that it
 * was right. @param work also takes its hash
 */
export function withNewPassword<T>(
  shop: Shop,
  { newPassword, ...asked }: Asked & { newPassword: string },
  work: (known: Contact, allowed: Promise<void>, newHash: string) => Promise<T>,
): Promise<T> {
  return whileCompared(shop, asked, () => hashPassword(newPassword, asked.userId), work);
}

/** Like {@link withOwnPassword}. @param prepare runs while the password is compared; `work` takes its result */
async function whileCompared<T, P>(
  shop: Shop,
  { userId, password, ahead: known, http }: Asked,
  prepare: () => Promise<P>,
  work: (known: Contact, allowed: Promise<void>, prepared: P) => Promise<T>,
): Promise<T> {
  if (!known) throw refuse.unauthenticated();
  const limits = accountLimits(shop);
  limits.refusePasswordFlood(userId);
  const [isRight, prepared] = await Promise.all([isPassword(password, known.passwordHash, userId), prepare()]);
  let pardoned: Promise<void> | undefined;
  const count = async () => {
    const unchanged = awaitedLater(isStillPassword(shop, userId, known.passwordHash));
    const pardon = await limits.countOwnPassword(userId);
    if (isRight) pardoned = awaitedLater(pardon());
    await unchanged;
  };
  const allowed = awaitedLater(count());
  if (!isRight) {
    await allowed;
    await noteSecurityEvent(shop.database.db, { kind: "password-wrong", userId, from: originOf(http) });
    throw refuse.badInput(t("That password isn't right. Try again."), "password");
  }
  const working = awaitedLater(work(known, allowed, prepared));
  // First, so that the time of a refusal doesn't tell that the password was right.
  await allowed;
  try {
    return await working;
  } finally {
    await pardoned;
  }
}

/** The call may have been queued since the password was read. @throws Refusal 409 if it was changed */
async function isStillPassword({ database: { db } }: Shop, userId: string, comparedHash: string): Promise<void> {
  if ((await readContact(db, userId))?.passwordHash !== comparedHash) throw passwordChanged();
}

/** @throws Refusal 400, naming the field, if a new password is too weak for the account of `email` */
export function checkNewPassword(field: string, password: string, email: string): void {
  const judged = judgePassword(password, email, isCommonPassword);
  if (!judged.ok) throw refuse.badInput(PASSWORD_REFUSED[judged.reason], field);
}
