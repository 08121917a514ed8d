import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Role } from "./contract.ts";
import { revokeSessionsOf, deleteSessions } from "./session/session-store.ts";
import { deletePlaces } from "./session/known-place-store.ts";
import { users } from "./tables.ts";
import { removeSteps } from "./two-step/store.ts";

interface NewUser {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role?: Role;
  verifyEmail?: boolean;
}

/** @throws a duplicate when the email address is taken, in whatever case */
export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await db.insert(users).values(user);
}

const hasEmail = (email: string) => sql`lower(${users.email}) = lower(${email})`;
const isActiveAdmin = and(eq(users.role, "ADMIN"), eq(users.status, "Active"));

/** Whether anyone can run the shop. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.$count(users, isActiveAdmin)) > 0;
}

/** The admins who may log in, locked until the transaction ends: of two changes to who they are, one waits for the other. */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const rows = await tx.select({ id: users.id }).from(users).where(isActiveAdmin).orderBy(users.id).for("update");
  return rows.map(({ id }) => id);
}

/** Makes a known person an admin who may log in. */
export async function promote(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ role: "ADMIN", status: "Active" }).where(eq(users.id, userId));
}

/**
 * A new password ends every session of the person, and drops an email change that is not confirmed yet: whoever knew the
 * old password may have asked for it.
 */
export async function changePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash, newEmail: "" }).where(eq(users.id, userId));
  await revokeSessionsOf(tx, userId);
}

/** Notes that a person has shown that an address is theirs. @returns whether it is still their address */
export async function noteVerified(db: Db, { userId, email }: { userId: string; email: string }): Promise<boolean> {
  const { rowCount } = await db
    .update(users)
    .set({ verifyEmail: true })
    .where(and(eq(users.id, userId), hasEmail(email)));
  return rowCount === 1;
}

/** What a login is checked against. */
export const readCredentials = (db: Db, email: string) => readPersonToLogIn(db, hasEmail(email));

/** What the second step of a login is checked against. */
export const readCredentialsOf = (db: Db, userId: string) => readPersonToLogIn(db, eq(users.id, userId));

async function readPersonToLogIn(db: Db, who: SQL) {
  const { id, name, passwordHash, role, status } = users;
  const [row] = await db
    .select({ id, name, email: users.email, isConfirmed: users.verifyEmail, passwordHash, role, status })
    .from(users)
    .where(who);
  return row;
}

/** A person with an account. */
export type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

export async function readAccount(db: Db, userId: string) {
  const { id, name, email, newEmail, avatar, mobile, lastLoginAt, status, role } = users;
  const [row] = await db
    .select({ id, name, email, isConfirmed: users.verifyEmail, newEmail, avatar, mobile, lastLoginAt, status, role })
    .from(users)
    .where(eq(id, userId));
  return row;
}

/** Locks an Active person until the transaction ends. @returns false when there is none, or no longer */
export async function lockActive(tx: Db, userId: string): Promise<boolean> {
  const isActive = and(eq(users.id, userId), eq(users.status, "Active"));
  const rows = await tx.select({ id: users.id }).from(users).where(isActive).for("no key update");
  return rows.length > 0;
}

/** A person, locked until the transaction ends: nothing that belongs to them begins meanwhile. */
export async function lockForChange(tx: Db, userId: string) {
  const { email, avatar, role, passwordHash } = users;
  const [row] = await tx
    .select({ email, isConfirmed: users.verifyEmail, avatar, role, passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  return row;
}

/** Whether a person has shown that their email address is theirs. */
export async function isEmailConfirmed(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ verified: users.verifyEmail }).from(users).where(eq(users.id, userId));
  return row?.verified ?? false;
}

/**
 * Notes that a person logs in; their row is locked until the transaction ends.
 * @returns whether they still may, with the password that was compared
 */
export async function noteLogin(tx: Db, userId: string, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ lastLoginAt: sql`now()` })
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash), eq(users.status, "Active")))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** People's names by id. */
export async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What a person who has left is called. */
export const NAME_LEFT = "Deleted account";

/** The address of a deleted account names its id, so that nobody can register one that looks like it. */
export const addressLeft = (userId: string) => `deleted-${userId}@deleted.invalid`;

/** Leaves nothing of a person but that there was an account, for the orders that name it. */
export async function forgetPerson(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await deleteSessions(tx, userId);
  await deletePlaces(tx, userId);
  await removeSteps(tx, userId);
  await tx
    .update(users)
    .set({
      name: NAME_LEFT,
      email: addressLeft(userId),
      newEmail: "",
      mobile: "",
      avatar: "",
      passwordHash,
      verifyEmail: false,
      role: "USER",
      status: "Inactive",
      lastLoginAt: null,
    })
    .where(eq(users.id, userId));
}
