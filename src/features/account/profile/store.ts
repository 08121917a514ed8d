import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isValidSession } from "../session/session-store.ts";
import { lockActive, type Verified } from "../store.ts";
import { users } from "../tables.ts";

/** Matches the account unless it was deleted during the request. */
const isActive = (userId: string) => and(eq(users.id, userId), eq(users.status, "Active"));

export async function readContact(db: Db, userId: string) {
  const [row] = await db
    .select({
      email: users.email,
      isConfirmed: users.isConfirmed,
      ownerConfirmed: users.ownerConfirmed,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/** Whether an account has this email address, ignoring case. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, sql`lower(${users.email}) = lower(${email})`)) > 0;
}

/** Someone logged in. */
interface Person {
  userId: string;
  sessionId: string;
}

export interface Profile {
  name: string;
  mobile: string;
  email: string;
}

/**
 * Saves a profile. Of the address only the case changes: another one has to be confirmed, which may have happened just now.
 * @returns false if the session has ended in the meantime, and nothing is saved
 */
export async function updateProfile(tx: Db, { userId, sessionId }: Person, { name, mobile, email }: Profile): Promise<boolean> {
  const written = sql`case when lower(${users.email}) = lower(${email}) then ${email} else ${users.email} end`;
  // Once the row is locked, another statement sees what was committed meanwhile.
  const [, { rowCount }] = await Promise.all([
    lockActive(tx, userId),
    tx
      .update(users)
      .set({ name, mobile, email: written })
      .where(and(isActive(userId), isValidSession(tx, sessionId))),
  ]);
  return rowCount === 1;
}

/** Stores an address that still has to be confirmed. Empty: discards it. */
export async function setNewEmail(db: Db, userId: string, newEmail: string): Promise<void> {
  await db.update(users).set({ newEmail }).where(isActive(userId));
}

/** A person, locked until the transaction ends, and whether `email` is their address or the one that waits for confirmation. */
export async function lockToVerify(tx: Db, { userId, email }: Omit<Verified, "byOwner">) {
  const is = (address: typeof users.email | typeof users.newEmail) => sql<boolean>`lower(${address}) = lower(${email})`;
  const [row] = await tx
    .select({ email: users.email, isPresent: is(users.email), isNew: is(users.newEmail) })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row;
}

/**
 * Replaces a locked person's address with the new one they confirmed.
 * @param byOwner whether it was confirmed by someone who knows the password
 * @throws a unique violation if another account has it
 */
export async function takeNewEmail(tx: Db, { userId, byOwner }: Pick<Verified, "userId" | "byOwner">): Promise<void> {
  await tx
    .update(users)
    .set({ email: sql`${users.newEmail}`, newEmail: "", isConfirmed: true, ownerConfirmed: byOwner })
    .where(eq(users.id, userId));
}

/** Locks a person. @returns the path of their picture; undefined if the account was deleted */
export async function lockAvatar(tx: Db, userId: string): Promise<string | undefined> {
  const [known] = await tx.select({ avatar: users.avatar }).from(users).where(isActive(userId)).for("update");
  return known?.avatar;
}

/** Replaces the picture of a locked person. */
export async function setAvatar(tx: Db, userId: string, avatar: string): Promise<void> {
  await tx.update(users).set({ avatar }).where(eq(users.id, userId));
}

/** SQL for whether anybody has this picture. */
export const hasAvatar = (avatar: string): SQL => sql`exists (select from user_account where avatar = ${avatar})`;

/** The addresses of all avatars. */
export const avatarsInUse = sql`select avatar from user_account`;
