import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { SESSION_DAYS } from "../account/rules.ts";
import { securityEvents, sessions, users } from "../account/tables.ts";

/** Sessions that are shown at most. */
const MOST_SESSIONS = 100;

/** A person's sessions that go on. */
const goesOn = (userId: string) =>
  and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.usedAt, sql`now() - make_interval(days => ${SESSION_DAYS})`));

/** The sessions of a person that go on, the one used last first. */
export function readSessions(db: Db, userId: string) {
  return db
    .select({ _id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, usedAt: sessions.usedAt })
    .from(sessions)
    .where(goesOn(userId))
    .orderBy(desc(sessions.usedAt), desc(sessions.id))
    .limit(MOST_SESSIONS);
}

/** Ends a person's own session. @returns whether they have such a session that went on */
export async function endOwnSession(tx: Db, userId: string, sessionId: string): Promise<boolean> {
  return (await end(tx, and(goesOn(userId), eq(sessions.id, sessionId)))) > 0;
}

/** @returns how many went on */
export function endSessionsBut(tx: Db, userId: string, sessionId: string): Promise<number> {
  return end(tx, and(goesOn(userId), ne(sessions.id, sessionId)));
}

async function end(tx: Db, which: ReturnType<typeof and>): Promise<number> {
  const { rowCount } = await tx
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(which);
  return rowCount ?? 0;
}

/** What happened to a person's account lately, newest first. */
export function readSecurityEvents(db: Db, userId: string, limit: number) {
  const { id: _id, kind, detail, ip, userAgent, at } = securityEvents;
  return db
    .select({ _id, kind, detail, ip, userAgent, at })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.id))
    .limit(limit);
}

/** A person, locked until the transaction ends: nothing that belongs to them begins meanwhile. */
export async function lockPerson(tx: Db, userId: string) {
  const { email, avatar, role, passwordHash } = users;
  const [row] = await tx.select({ email, avatar, role, passwordHash }).from(users).where(eq(users.id, userId)).for("update");
  return row;
}

/** What a person is called who has left. */
export const NAME_LEFT = "Deleted account";

/** Leaves nothing of a person but that there was an account, for the orders that name it. */
export async function forgetPerson(tx: Db, userId: string, passwordHash: string): Promise<void> {
  const email = `deleted-${userId}@deleted.invalid`;
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx
    .update(users)
    .set({
      ...{ name: NAME_LEFT, email, newEmail: "", mobile: "", avatar: "", passwordHash },
      ...{ verifyEmail: false, role: "USER", status: "Inactive", lastLoginAt: null },
    })
    .where(eq(users.id, userId));
}
