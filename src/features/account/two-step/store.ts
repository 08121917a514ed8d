import { and, asc, eq, gt, isNotNull, isNull, lt, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { users } from "../tables.ts";
import { authenticators, passkeys, recoveryCodes, stepTickets } from "./tables.ts";

/** Minutes that a ticket is valid. */
const TICKET_MINUTES = 10;
/** Tries per ticket. */
const TICKET_TRIES = 5;

/** Which second steps a person has. */
export interface Steps {
  authenticator: boolean;
  passkey: boolean;
}

export async function readSteps(db: Db, userId: string): Promise<Steps> {
  const { authenticator, passkey } = stepsOf(userId);
  const { rows } = await db.execute<{ authenticator: boolean; passkey: boolean }>(
    sql`select ${authenticator} as authenticator, ${passkey} as passkey`,
  );
  return rows[0]!;
}

/** SQL for a person's {@link Steps}. */
export const stepsOf = (userId: string | SQL) => ({
  authenticator: sql<boolean>`exists (select from authenticator where user_id = ${userId} and confirmed_at is not null)`,
  passkey: sql<boolean>`exists (select from passkey where user_id = ${userId})`,
});

export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await Promise.all([
    tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    ...(hashes.length > 0 ? [tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))] : []),
  ]);
}

/** A statement that uses up an unused recovery code, for {@link proveWith}. */
export const takeRecoveryCode = (db: Db, userId: string, hash: string) =>
  db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });

/** Adds an authenticator app, or replaces an unconfirmed one. @returns false if one is on already */
export async function startAuthenticator(tx: Db, userId: string, secret: string): Promise<boolean> {
  const { rowCount } = await tx
    .insert(authenticators)
    .values({ userId, secret })
    .onConflictDoUpdate({ target: authenticators.userId, set: { secret, lastStep: 0 }, setWhere: isNull(authenticators.confirmedAt) });
  return rowCount === 1;
}

export type Authenticator = NonNullable<Awaited<ReturnType<typeof readAuthenticator>>>;

/** A person's authenticator app, and the database's time in milliseconds since 1970. @param userId or SQL for it */
export async function readAuthenticator(db: Db, userId: string | SQL, { lock = false } = {}) {
  const { secret, confirmedAt, lastStep } = authenticators;
  const now = sql<number>`(extract(epoch from now()) * 1000)::float8`;
  const found = db.select({ secret, confirmedAt, lastStep, now }).from(authenticators).where(eq(authenticators.userId, userId));
  const [row] = await (lock ? found.for("update") : found);
  return row;
}

/** A statement that records that a step's code was used, unless that code or a later one was used before; also for {@link proveWith}. */
export const takeStep = (db: Db, userId: string, step: number) =>
  db
    .update(authenticators)
    .set({ lastStep: step, confirmedAt: sql`coalesce(${authenticators.confirmedAt}, now())` })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId });

/** @returns whether there was a confirmed one */
export async function removeAuthenticator(tx: Db, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(authenticators).where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)));
  return rowCount === 1;
}

export type StoredPasskey = typeof passkeys.$inferSelect;

export function readPasskeys(db: Db, userId: string): Promise<StoredPasskey[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
}

/** @throws a unique violation if an account has this passkey already */
export async function insertPasskey(tx: Db, passkey: Omit<StoredPasskey, "createdAt" | "usedAt">): Promise<void> {
  await tx.insert(passkeys).values(passkey);
}

/** A passkey with its owner, as a login needs them. */
export async function readPasskey(db: Db, id: string) {
  const [row] = await db
    .select({
      passkey: passkeys,
      owner: {
        id: users.id,
        name: users.name,
        email: users.email,
        isConfirmed: users.isConfirmed,
        ownerConfirmed: users.ownerConfirmed,
        passwordHash: users.passwordHash,
        role: users.role,
        status: users.status,
      },
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.id, id));
  return row;
}

/** A statement that records a use, unless the counter didn't rise, which means that the passkey was copied; for {@link proveWith}. */
export const usePasskey = (db: Db, id: string, counter: number) =>
  db
    .update(passkeys)
    .set({ counter, usedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), sql`(${passkeys.counter} < ${counter} or (${passkeys.counter} = 0 and ${counter} = 0))`))
    .returning({ userId: passkeys.userId });

/** @returns the name of the removed passkey */
export async function removePasskey(tx: Db, userId: string, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name });
  return row?.name;
}

/** Removes every second step of a person. */
export async function removeSteps(tx: Db, userId: string): Promise<void> {
  const tables = [authenticators, passkeys, recoveryCodes, stepTickets];
  await Promise.all(tables.map((table) => tx.delete(table).where(eq(table.userId, userId))));
}

type NewTicket = Pick<typeof stepTickets.$inferInsert, "hash" | "purpose" | "userId" | "passwordHash" | "challenge">;

export async function insertTicket(db: Db, ticket: NewTicket): Promise<void> {
  await db.insert(stepTickets).values(ticket);
}

/** SQL for the id of the person whose login a ticket belongs to. */
export const ownerOfTicket = (hash: string): SQL => sql`(select user_id from step_ticket where hash = ${hash})`;

/** Counts a try. @returns the ticket; undefined if it is unknown, expired or used up */
export async function tryTicket(db: Db, hash: string, purpose: NewTicket["purpose"]) {
  const [row] = await db
    .update(stepTickets)
    .set({ tries: sql`${stepTickets.tries} + 1` })
    .where(
      and(
        ...[eq(stepTickets.hash, hash), eq(stepTickets.purpose, purpose), lt(stepTickets.tries, TICKET_TRIES)],
        gt(stepTickets.createdAt, sql`now() - make_interval(mins => ${TICKET_MINUTES})`),
      ),
    )
    .returning();
  return row;
}

/**
 * Uses up what proves who is logging in, and with it the ticket of the login.
 * @returns whether the proof was good, and whether no other request used the ticket before
 */
export async function proveWith(db: Db, proof: SQLWrapper, ticketHash: string): Promise<{ isRight: boolean; isFirst: boolean }> {
  const { rows } = await db.execute<{ isRight: boolean; isFirst: boolean }>(sql`
    with proof as ${proof},
      used as (delete from step_ticket where hash = ${ticketHash} and exists (select from proof) returning hash)
    select exists (select from proof) as "isRight", exists (select from used) as "isFirst"`);
  return rows[0]!; // one row
}

/** Uses up a ticket. @returns false if another request was first */
export async function takeTicket(tx: Db, hash: string): Promise<boolean> {
  const { rowCount } = await tx.delete(stepTickets).where(eq(stepTickets.hash, hash));
  return rowCount === 1;
}

/** Deletes expired tickets, some at a time. */
export async function deleteOldTickets(db: Db): Promise<void> {
  await deleteInBatches(db, stepTickets, lt(stepTickets.createdAt, sql`now() - make_interval(mins => ${TICKET_MINUTES})`));
}
