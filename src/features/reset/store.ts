import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { CODE_MINUTES, CODE_TRIES, TICKET_MINUTES } from "./rules.ts";
import { passwordResets } from "./tables.ts";

const inMinutes = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;
const isOf = (email: string) => eq(passwordResets.email, email.toLowerCase());
const goesOn = gt(passwordResets.endsAt, sql`now()`);

/** Notes that somebody asked; an earlier asking for the same address, its code and its ticket count no more. */
export async function putReset(tx: Db, email: string, { id, codeHash }: { id: string; codeHash: string }): Promise<void> {
  const asked = { id, codeHash, tries: 0, ticketHash: null, endsAt: inMinutes(CODE_MINUTES) };
  await tx
    .insert(passwordResets)
    .values({ email: email.toLowerCase(), ...asked })
    .onConflictDoUpdate({ target: passwordResets.email, set: asked });
}

/** An asking whose code still counts; undefined when it was replaced, used, tried too often, or is over. */
export async function readOpenReset(db: Db, id: string): Promise<{ email: string; secondsLeft: number } | undefined> {
  const [row] = await db
    .select({ email: passwordResets.email, secondsLeft: sql<number>`extract(epoch from ${passwordResets.endsAt} - now())::float8` })
    .from(passwordResets)
    .where(and(eq(passwordResets.id, id), isNotNull(passwordResets.codeHash), lt(passwordResets.tries, CODE_TRIES), goesOn));
  return row;
}

/**
 * Takes one of the tries of an address' code; the row is locked until the transaction ends.
 * @returns what the code is compared with; undefined when there is no code, or no try is left
 */
export async function takeTry(tx: Db, email: string): Promise<{ id: string; codeHash: string } | undefined> {
  const [row] = await tx
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .where(and(isOf(email), isNotNull(passwordResets.codeHash), lt(passwordResets.tries, CODE_TRIES), goesOn))
    .returning({ id: passwordResets.id, codeHash: passwordResets.codeHash });
  return row?.codeHash ? { id: row.id, codeHash: row.codeHash } : undefined;
}

/** Exchanges the code for a ticket. */
export async function giveTicket(tx: Db, email: string, ticketHash: string): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ codeHash: null, ticketHash, endsAt: inMinutes(TICKET_MINUTES) })
    .where(isOf(email));
}

const isTicket = (email: string, ticketHash: string) => and(isOf(email), eq(passwordResets.ticketHash, ticketHash), goesOn);

/** Whether a ticket counts for an address. */
export async function isTicketOf(db: Db, email: string, ticketHash: string): Promise<boolean> {
  return (await db.$count(passwordResets, isTicket(email, ticketHash))) === 1;
}

/** Uses a ticket up. @returns whether it counted: of several at the same moment, one does */
export async function useTicket(tx: Db, email: string, ticketHash: string): Promise<boolean> {
  const { rowCount } = await tx.delete(passwordResets).where(isTicket(email, ticketHash));
  return rowCount === 1;
}

/** Forgets that somebody asked for an address, whose person leaves. */
export async function forgetReset(tx: Db, email: string): Promise<void> {
  await tx.delete(passwordResets).where(isOf(email));
}

/** Forgets who asked once it is over. */
export async function deleteOldResets(db: Db): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.endsAt, sql`now()`));
}
