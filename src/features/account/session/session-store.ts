import { and, desc, eq, exists, gt, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { Role } from "#shared/roles.ts";
import { language } from "#words/language.ts";
import { SESSION_DAYS, SESSION_MOST_DAYS, STAFF_SESSION_HOURS, type KnownRefreshToken } from "../rules.ts";
import { refreshTokens, sessions, users } from "../tables.ts";

/** Most sessions listed per person. */
const MOST_LISTED = 100;

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

/** Valid sessions, joined with their person: not revoked, not too old, not unused for too long. */
const goesOn = () =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.createdAt, daysAgo(SESSION_MOST_DAYS)),
    gt(sessions.usedAt, daysAgo(SESSION_DAYS)),
    or(eq(users.role, "USER"), gt(sessions.usedAt, sql`now() - make_interval(hours => ${STAFF_SESSION_HOURS})`)),
  );

/** A valid session with what its person may do, read on every request; undefined if it has ended. */
export async function readSession(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ role: Role; twoStep: boolean; isConfirmed: boolean } | undefined> {
  const [row] = await db
    .select({ role: users.role, twoStep: sessions.twoStep, isConfirmed: users.isConfirmed })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), eq(users.id, userId), goesOn(), eq(users.status, "Active")));
  return row;
}

/** Whether a session is valid, for a statement about its person. */
export const isValidSession = (tx: Db, sessionId: string): SQL =>
  exists(
    tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, users.id), goesOn())),
  );

/** Which of these sessions are valid, by id. */
export async function readValidSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(sql`${sessions.id} = any(${sql.param([...ids])}::text[])`, goesOn(), eq(users.status, "Active")));
  return new Set(rows.map(({ id }) => id));
}

interface NewSession {
  id: string;
  userId: string;
  userAgent: string;
  twoStep: boolean;
}

/**
 * Records a login, which locks the person until the transaction ends, and its session. Does nothing if the password was changed since it
 * was compared, or the person can't log in anymore: then there is no session for {@link insertRefreshToken} to refer to.
 */
export async function insertSession(tx: Db, { id, userId, userAgent, twoStep }: NewSession, passwordHash: string): Promise<void> {
  await tx.execute(sql`
    with person as (
      update user_account set last_login_at = now(), language = ${language()}
      where id = ${userId} and password_hash = ${passwordHash} and status = 'Active'
      returning id
    )
    insert into session (id, user_id, user_agent, two_step) select ${id}, id, ${userAgent}, ${twoStep} from person`);
}

/** Marks a session as two-step, because its person has just completed the second step. */
export async function markTwoStep(tx: Db, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ twoStep: true }).where(eq(sessions.id, sessionId));
}

/** Stores a refresh token's hash. */
export async function insertRefreshToken(tx: Db, hash: string, sessionId: string): Promise<void> {
  await tx.insert(refreshTokens).values({ hash, sessionId, expiresAt: sql`now() + make_interval(days => ${SESSION_DAYS})` });
}

type LockedRefreshToken = KnownRefreshToken & { sessionId: string; userId: string };

/** A refresh token, locked until the transaction ends: of two concurrent requests with the same token, one waits. */
export async function lockRefreshToken(tx: Db, hash: string): Promise<LockedRefreshToken | undefined> {
  const [row] = await tx
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      expired: sql<boolean>`${refreshTokens.expiresAt} <= now()`,
      usedSecondsAgo: sql<number | null>`extract(epoch from now() - ${refreshTokens.usedAt})::float8`,
      sessionOver: sql<boolean>`not (${goesOn()})`,
      userActive: sql<boolean>`${users.status} = 'Active'`,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hash))
    .for("update", { of: refreshTokens });
  return row;
}

/** The owner of the refresh token with this hash, if there is one. */
export async function readTokenOwner(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: sessions.userId })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash));
  return row?.userId;
}

/** Exchanges a refresh token for its successor. */
export async function replaceRefreshToken(tx: Db, hash: string, successor: string, sessionId: string): Promise<void> {
  const used = { usedAt: sql`now()` };
  await Promise.all([
    tx.update(refreshTokens).set(used).where(eq(refreshTokens.hash, hash)),
    insertRefreshToken(tx, successor, sessionId),
    tx.update(sessions).set(used).where(eq(sessions.id, sessionId)),
  ]);
}

/** Ends a session with its access and refresh tokens. @returns whether it was valid until now */
export async function revokeSession(db: Db, id: string): Promise<boolean> {
  return (await revoke(db, eq(sessions.id, id))) === 1;
}

/** Ends every session of a person. */
export async function revokeSessionsOf(tx: Db, userId: string): Promise<void> {
  await revoke(tx, eq(sessions.userId, userId));
}

/** Ends a session of this person. @returns whether they had such a valid session */
export async function endOwnSession(tx: Db, userId: string, sessionId: string): Promise<boolean> {
  return (await revoke(tx, and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))) === 1;
}

/** @returns how many sessions were ended */
export function endSessionsBut(tx: Db, userId: string, sessionId: string): Promise<number> {
  return revoke(tx, and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}

async function revoke(tx: Db, which: ReturnType<typeof and>): Promise<number> {
  const { rowCount } = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(which, isNull(sessions.revokedAt)));
  return rowCount ?? 0;
}

/** A person's valid sessions, most recently used first. */
export function readSessions(db: Db, userId: string) {
  const { id, userAgent, createdAt, usedAt } = sessions;
  return db
    .select({ id, userAgent, createdAt, usedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), goesOn()))
    .orderBy(desc(sessions.usedAt), desc(sessions.id))
    .limit(MOST_LISTED);
}

export async function deleteSessions(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Deletes expired refresh tokens, and sessions that are revoked or have not been used for too long. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await deleteInBatches(db, refreshTokens, lt(refreshTokens.expiresAt, sql`now()`));
  // Each takes its refresh tokens along.
  for (const isOver of [lt(sessions.revokedAt, daysAgo(1)), lt(sessions.usedAt, daysAgo(SESSION_DAYS))])
    await deleteInBatches(db, sessions, isOver, 100);
}
