import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Role } from "#shared/roles.ts";
import { language, type Language } from "#words/language.ts";
import { revokeSessionsOf, deleteSessions } from "./session/session-store.ts";
import { deletePlaces } from "./session/known-place-store.ts";
import { users } from "./tables.ts";
import { removeSteps, stepsOf } from "./two-step/store.ts";

interface NewUser {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role?: Role;
  isConfirmed?: boolean;
}

/** @throws a unique violation if the email address is taken, ignoring case */
export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await db.insert(users).values({ ...user, ownerConfirmed: user.isConfirmed ?? false, language: language() });
}

const hasEmail = (email: string | SQL) => sql`lower(${users.email}) = lower(${email})`;
const isActiveAdmin = and(eq(users.role, "ADMIN"), eq(users.status, "Active"));

/** Whether there is an admin who can log in. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.$count(users, isActiveAdmin)) > 0;
}

/** The admins who can log in. */
export async function readAdmins(db: Db): Promise<{ id: string; language: Language }[]> {
  return db.select({ id: users.id, language: users.language }).from(users).where(isActiveAdmin);
}

/** The admins who can log in, locked until the transaction ends: of two concurrent changes to them, one waits. */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const rows = await tx.select({ id: users.id }).from(users).where(isActiveAdmin).orderBy(users.id).for("update");
  return rows.map(({ id }) => id);
}

/** Makes an existing account an active admin, whose address counts as confirmed: the shop's settings name it. */
export async function promote(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ role: "ADMIN", status: "Active", isConfirmed: true, ownerConfirmed: true }).where(eq(users.id, userId));
}

/**
 * Sets a new password. This ends every session and discards an unconfirmed new address: someone who knew the old password may have
 * requested it.
 */
export async function changePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  const changed = tx.update(users).set({ passwordHash, newEmail: "" }).where(eq(users.id, userId));
  await Promise.all([changed, revokeSessionsOf(tx, userId)]);
}

/** Replaces what somebody wrote about a person: only the name is left, a new one. The nightly sweep deletes the picture. */
export async function replaceProfile(tx: Db, userId: string, name: string): Promise<void> {
  await tx.update(users).set({ name, mobile: "", avatar: "" }).where(eq(users.id, userId));
}

export interface Verified {
  userId: string;
  email: string;
  /** Whether it was somebody who knows the password. */
  byOwner: boolean;
}

/** Records that an address is confirmed, if it is still the account's address. */
export async function noteVerified(db: Db, { userId, email, byOwner }: Verified): Promise<void> {
  await db
    .update(users)
    .set({ isConfirmed: true, ...(byOwner && { ownerConfirmed: true }) })
    .where(and(eq(users.id, userId), hasEmail(email)));
}

/** What a login needs to know about an account. */
export const readCredentials = (db: Db, email: string | SQL) => readPersonToLogIn(db, hasEmail(email));

/** The same of an account that is locked until the transaction ends. */
export const lockCredentials = (tx: Db, email: string | SQL) => readPersonToLogIn(tx, hasEmail(email), { lock: true });

/** What the second step of a login needs to know about an account. @param userId or SQL for it */
export const readCredentialsOf = (db: Db, userId: string | SQL) => readPersonToLogIn(db, eq(users.id, userId));

async function readPersonToLogIn(db: Db, who: SQL, { lock = false } = {}) {
  const { id, name, ownerConfirmed, passwordHash, role, status } = users;
  const found = db
    .select({
      id,
      name,
      email: users.email,
      isConfirmed: users.isConfirmed,
      ownerConfirmed,
      passwordHash,
      role,
      status,
      ...stepsOf(sql`user_account.id`),
    })
    .from(users)
    .where(who);
  const [row] = await (lock ? found.for("no key update") : found);
  return row;
}

export type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

export async function readAccount(db: Db, userId: string) {
  const { id, name, email, ownerConfirmed, newEmail, avatar, mobile, lastLoginAt, status, role, language: spoken } = users;
  const [row] = await db
    .select({
      id,
      name,
      email,
      isConfirmed: users.isConfirmed,
      ownerConfirmed,
      newEmail,
      avatar,
      mobile,
      lastLoginAt,
      status,
      role,
      language: spoken,
    })
    .from(users)
    .where(eq(id, userId));
  return row;
}

/** Locks an Active person until the transaction ends. @returns false if there is none */
export async function lockActive(tx: Db, userId: string | SQL): Promise<boolean> {
  const isActive = and(eq(users.id, userId), eq(users.status, "Active"));
  const rows = await tx.select({ id: users.id }).from(users).where(isActive).for("no key update");
  return rows.length > 0;
}

/** A person, locked until the transaction ends, so that nothing of theirs is added meanwhile. */
export async function lockForChange(tx: Db, userId: string) {
  const { email, ownerConfirmed, avatar, role, passwordHash } = users;
  const [row] = await tx
    .select({ email, isConfirmed: users.isConfirmed, ownerConfirmed, avatar, role, passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  return row;
}

/** People's names by id. @param ids or SQL that selects them */
export async function readNames(db: Db, ids: readonly string[] | SQL): Promise<Map<string, string>> {
  if ("length" in ids && ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where("length" in ids ? inArray(users.id, [...ids]) : sql`${users.id} in (${ids})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The name shown for deleted accounts. */
export const NAME_LEFT = "Deleted account";

/** The address of a deleted account contains its id, so that nobody can register the same one. */
export const addressLeft = (userId: string) => `deleted-${userId}@deleted.invalid`;

/** Erases a person. The account's row stays, because orders refer to it. */
export async function forgetPerson(tx: Db, userId: string, passwordHash: string): Promise<void> {
  const erased = tx
    .update(users)
    .set({
      name: NAME_LEFT,
      email: addressLeft(userId),
      newEmail: "",
      mobile: "",
      avatar: "",
      passwordHash,
      isConfirmed: false,
      ownerConfirmed: false,
      role: "USER",
      status: "Inactive",
      lastLoginAt: null,
    })
    .where(eq(users.id, userId));
  await Promise.all([deleteSessions(tx, userId), deletePlaces(tx, userId), removeSteps(tx, userId), erased]);
}
