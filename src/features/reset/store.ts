import { and, eq, gt, inArray, isNotNull, lt, sql, type Column, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { CODE_MINUTES, CODE_TRIES, TICKET_MINUTES } from "./rules.ts";
import { passwordResets } from "./tables.ts";

const inMinutes = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;
const isOf = (email: string) => eq(passwordResets.email, email.toLowerCase());
const goesOn = gt(passwordResets.endsAt, sql`now()`);
const hasOpenCode = and(isNotNull(passwordResets.codeHash), lt(passwordResets.tries, CODE_TRIES), goesOn);

/** Where a code was requested: the key of a known place, or {@link ANYWHERE}. */
type PlaceKey = string;
/** The place that all strangers share. */
export const ANYWHERE: PlaceKey = "";

/** Stores a request. It replaces an earlier one for the same address and place, with its code and ticket. */
export async function putReset(
  tx: Db,
  { email, place }: { email: string; place: PlaceKey },
  { id, codeHash }: { id: string; codeHash: string },
) {
  const request = { id, codeHash, tries: 0, ticketHash: null, endsAt: inMinutes(CODE_MINUTES) };
  await tx
    .insert(passwordResets)
    .values({ email: email.toLowerCase(), place, ...request })
    .onConflictDoUpdate({ target: [passwordResets.email, passwordResets.place], set: request });
}

/** A request whose code still works; undefined if it was replaced, used, tried too often, or has expired. */
export async function readOpenReset(db: Db, id: string): Promise<{ email: string; secondsLeft: number } | undefined> {
  const [row] = await db
    .select({ email: passwordResets.email, secondsLeft: sql<number>`extract(epoch from ${passwordResets.endsAt} - now())::float8` })
    .from(passwordResets)
    .where(and(eq(passwordResets.id, id), hasOpenCode));
  return row;
}

/** The ids of the requests for an address. */
export async function readIdsOf(db: Db, email: string): Promise<string[]> {
  const rows = await db.select({ id: passwordResets.id }).from(passwordResets).where(isOf(email));
  return rows.map(({ id }) => id);
}

/**
 * Counts a try of the code that was requested from this place, or else of the strangers' code, and exchanges it for a ticket if its hash is
 * one of these. In one statement, so that of several concurrent tries each is counted.
 * @returns whether it was right
 */
export async function tryCode(
  db: Db,
  { email, place }: { email: string; place: PlaceKey },
  codeHashes: readonly string[],
  ticketHash: string,
): Promise<boolean> {
  const open = and(isOf(email), inArray(passwordResets.place, [place, ANYWHERE]), hasOpenCode);
  const isRight = sql`${passwordResets.codeHash} = any(${sql.param([...codeHashes])}::text[])`;
  const ifRight = (then: SQL, column: Column) => sql`case when ${isRight} then ${then} else ${column} end`;
  const chosen = db
    .select({ id: passwordResets.id })
    .from(passwordResets)
    .where(open)
    .orderBy(sql`${passwordResets.place} desc`)
    .limit(1);
  const [row] = await db
    .update(passwordResets)
    .set({
      tries: sql`${passwordResets.tries} + 1`,
      codeHash: ifRight(sql`null`, passwordResets.codeHash),
      ticketHash: ifRight(sql`${ticketHash}`, passwordResets.ticketHash),
      endsAt: ifRight(inMinutes(TICKET_MINUTES), passwordResets.endsAt),
    })
    .where(and(inArray(passwordResets.id, chosen), hasOpenCode))
    .returning({ isRight: sql<boolean>`${passwordResets.codeHash} is null` });
  return row?.isRight ?? false;
}

const isTicket = (email: string, ticketHash: string) => and(isOf(email), eq(passwordResets.ticketHash, ticketHash), goesOn);

/** Whether a ticket is valid for an address. */
export async function isTicketOf(db: Db, email: string, ticketHash: string): Promise<boolean> {
  return (await db.$count(passwordResets, isTicket(email, ticketHash))) === 1;
}

/** Uses up a ticket. @returns whether it was valid; of several concurrent uses, one is */
export async function useTicket(tx: Db, email: string, ticketHash: string): Promise<boolean> {
  const { rowCount } = await tx.delete(passwordResets).where(isTicket(email, ticketHash));
  return rowCount === 1;
}

/** Deletes all requests for an address, when its account is deleted or has a new password. */
export async function deleteResets(tx: Db, email: string): Promise<void> {
  await tx.delete(passwordResets).where(isOf(email));
}

/** Deletes requests that have expired. */
export async function deleteOldResets(db: Db): Promise<void> {
  await deleteInBatches(db, passwordResets, lt(passwordResets.endsAt, sql`now()`));
}
