import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { LOCKS } from "#server/db/locks.ts";
import { users } from "./tables.ts";

/** An account that was deleted during a request gets nothing of its person back. */
const isHere = (userId: string) => and(eq(users.id, userId), eq(users.status, "Active"));

/** What a change of the account is checked against. */
export async function readContact(db: Db, userId: string) {
  const [row] = await db
    .select({ email: users.email, isConfirmed: users.verifyEmail, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/** Whether somebody has this email address, in whatever case. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, sql`lower(${users.email}) = lower(${email})`)) > 0;
}

/** Changes what a person says about themselves. */
export async function updateProfile(tx: Db, userId: string, fields: { name: string; mobile: string; email?: string }): Promise<void> {
  await tx.update(users).set(fields).where(isHere(userId));
}

/** Stores an address that is to be confirmed; an empty one drops it. */
export async function setNewEmail(db: Db, userId: string, newEmail: string): Promise<void> {
  await db.update(users).set({ newEmail }).where(isHere(userId));
}

/**
 * Makes a person's new address the one of their account, confirmed.
 * @returns the address before; undefined when this one was not waiting to be confirmed
 * @throws a duplicate when somebody else has it
 */
export async function takeNewEmail(tx: Db, { userId, email }: { userId: string; email: string }): Promise<string | undefined> {
  const waits = and(eq(users.id, userId), sql`lower(${users.newEmail}) = lower(${email})`);
  const [known] = await tx.select({ email: users.email, newEmail: users.newEmail }).from(users).where(waits).for("update");
  if (known) await tx.update(users).set({ email: known.newEmail, newEmail: "", verifyEmail: true }).where(eq(users.id, userId));
  return known?.email;
}

/** @returns the address of the picture before; undefined when the person has left */
export async function replaceAvatar(tx: Db, userId: string, avatar: string): Promise<string | undefined> {
  const [known] = await tx.select({ avatar: users.avatar }).from(users).where(isHere(userId)).for("update");
  if (known) await tx.update(users).set({ avatar }).where(eq(users.id, userId));
  return known?.avatar;
}

/** Makes whoever else stores or removes the same picture wait until the transaction ends. */
export async function lockAvatar(tx: Db, avatar: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.avatar}, hashtext(${avatar}))`);
}

/** Whether anybody has this picture. */
export async function isAvatarInUse(tx: Db, avatar: string): Promise<boolean> {
  return (await tx.$count(users, eq(users.avatar, avatar))) > 0;
}
