import { sql } from "drizzle-orm";
import type { Db } from "./connect.ts";

/** The database's time at a moment of this process's monotonic clock, which nobody sets. */
let known: { databaseMs: number; at: number } | undefined;

/** An answer that took longer says too little about the time. */
const PROMPT_MS = 1000;

/**
 * The time by the database's clock, in ms since 1970. Whatever is stored, signed or compared goes by it: the clock of this machine
 * may be wrong, and differ from that of the other web processes.
 */
export function databaseNow(): number {
  return known ? known.databaseMs + (performance.now() - known.at) : Date.now();
}

/** Notes what time the database said it is, in answer to a question of `asked` (`performance.now()`). */
export function noteDatabaseTime(databaseMs: number, asked: number): void {
  const at = performance.now();
  if (at - asked <= PROMPT_MS || !known) known = { databaseMs, at };
}

/** Asks the database for the time. */
export async function readDatabaseTime(db: Db): Promise<void> {
  const asked = performance.now();
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
  noteDatabaseTime(rows[0]!.ms, asked); // one row
}
