import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Role, User } from "./contract.ts";
import type { KnownRefreshToken } from "./rules.ts";
import { SESSION_DAYS } from "./rules.ts";
import { refreshTokens, sessions, users } from "./tables.ts";

/** A person as they are registered. */
export interface NewUser {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role?: Role;
  verifyEmail?: boolean;
}

/** @throws a duplicate where the address is known already, in whatever case */
export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await db.insert(users).values(user);
}

const hasEmail = (email: string) => sql`lower(${users.email}) = lower(${email})`;

/** Whether anyone can run the shop. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const count = await db.$count(users, and(eq(users.role, "ADMIN"), eq(users.status, "Active")));
  return count > 0;
}

/** The admins who may sign in, locked until the transaction ends: of two changes of who they are, one waits for the other. */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.status, "Active")))
    .orderBy(users.id)
    .for("update");
  return rows.map(({ id }) => id);
}

/** Makes a known person an admin who may sign in. */
export async function promote(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ role: "ADMIN", status: "Active" }).where(eq(users.id, userId));
}

/**
 * A new password ends every session of the person, and forgets an address that was to be confirmed: whoever knew the old
 * password may have asked for it.
 */
export async function changePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash, newEmail: "" }).where(eq(users.id, userId));
  await revokeSessionsOf(tx, userId);
}

/** Ends every session of a person. */
export async function revokeSessionsOf(tx: Db, userId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}

/** Notes that a person has shown that an address is theirs. @returns whether it (still) is theirs */
export async function noteVerified(db: Db, { userId, email }: { userId: string; email: string }): Promise<boolean> {
  const { rowCount } = await db
    .update(users)
    .set({ verifyEmail: true })
    .where(and(eq(users.id, userId), hasEmail(email)));
  return rowCount === 1;
}

/** What a login is checked against. */
export async function readCredentials(db: Db, email: string) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      passwordHash: users.passwordHash,
      role: users.role,
      status: users.status,
    })
    .from(users)
    .where(hasEmail(email));
  return row;
}

/** The role of a person whose session still counts, read anew for each request; undefined when it does not. */
export async function readRole(db: Db, userId: string, sessionId: string): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), eq(users.id, userId), isNull(sessions.revokedAt), eq(users.status, "Active")));
  return row?.role;
}

/** A person as the API answers it, or undefined when there is none. */
export async function readUser(db: Db, id: string): Promise<User | undefined> {
  const [row] = await db
    .select({
      _id: users.id,
      name: users.name,
      email: users.email,
      new_email: users.newEmail,
      avatar: users.avatar,
      mobile: users.mobile,
      verify_email: users.verifyEmail,
      last_login_date: users.lastLoginAt,
      status: users.status,
      address_details: sql<string[]>`array(select a.id from address a where a.user_id = user_account.id and a.status order by a.id)`,
      shopping_cart: sql<string[]>`array(
        select l.id from cart_line l join product p on p.id = l.product_id
        where l.user_id = user_account.id and p.deleted_at is null order by l.id)`,
      orderHistory: sql<string[]>`array(
        select o.id from customer_order o where o.user_id = user_account.id order by o.id desc limit 50)`,
      role: users.role,
    })
    .from(users)
    .where(eq(users.id, id));
  return row && { ...row, last_login_date: row.last_login_date?.toISOString() ?? null };
}

/** Locks an Active person until the transaction ends. @returns false when there is none (any more) */
export async function lockActive(tx: Db, userId: string): Promise<boolean> {
  const isActive = and(eq(users.id, userId), eq(users.status, "Active"));
  const rows = await tx.select({ id: users.id }).from(users).where(isActive).for("no key update");
  return rows.length > 0;
}

/**
 * Notes that a person signs in; their row is locked until the transaction ends.
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

/** Begins a session, and forgets those of the person that nobody could go on with. */
export async function insertSession(tx: Db, session: { id: string; userId: string; userAgent: string }): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, session.userId), lt(sessions.usedAt, sql`now() - make_interval(days => ${SESSION_DAYS})`)));
  await tx.insert(sessions).values(session);
}

/** Notes a refresh token by its hash. */
export async function insertRefreshToken(tx: Db, hash: string, sessionId: string): Promise<void> {
  await tx.insert(refreshTokens).values({ hash, sessionId, expiresAt: sql`now() + make_interval(days => ${SESSION_DAYS})` });
}

export type LockedRefreshToken = KnownRefreshToken & { sessionId: string; userId: string };

/** A refresh token, locked until the transaction ends: of two requests with the same token one waits for the other. */
export async function lockRefreshToken(tx: Db, hash: string): Promise<LockedRefreshToken | undefined> {
  const [row] = await tx
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      expired: sql<boolean>`${refreshTokens.expiresAt} <= now()`,
      usedSecondsAgo: sql<number | null>`extract(epoch from now() - ${refreshTokens.usedAt})::float8`,
      sessionRevoked: sql<boolean>`${sessions.revokedAt} is not null`,
      userActive: sql<boolean>`${users.status} = 'Active'`,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hash))
    .for("update", { of: refreshTokens });
  return row;
}

/** Whose refresh token has this hash; undefined where nobody had it. */
export async function readTokenOwner(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: sessions.userId })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash));
  return row?.userId;
}

/** Exchanges a refresh token for its successor, and forgets those of its session whose time is over. */
export async function replaceRefreshToken(tx: Db, hash: string, successor: string, sessionId: string): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ usedAt: sql`now()` })
    .where(eq(refreshTokens.hash, hash));
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.expiresAt, sql`now()`)));
  await insertRefreshToken(tx, successor, sessionId);
  await tx
    .update(sessions)
    .set({ usedAt: sql`now()` })
    .where(eq(sessions.id, sessionId));
}

/** Ends one session, with its access tokens and its family of refresh tokens. @returns whether it was going on */
export async function revokeSession(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
  return rowCount === 1;
}

/** The names of people, by their ids. */
export async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
