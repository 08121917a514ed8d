import { sql, type SQLWrapper } from "drizzle-orm";
import type { Db } from "./connect.ts";

/** The database's time at a moment of this process's monotonic clock, which is never adjusted. */
let known: { databaseMs: number; at: number } | undefined;

/** Replies slower than this are too imprecise about the time. */
const PROMPT_MS = 1000;

/**
 * The database's time, in ms since 1970. Use it for anything that is stored, signed or compared: this machine's clock may be wrong,
 * and may differ from other web processes.
 */
export function databaseNow(): number {
  return known ? known.databaseMs + (performance.now() - known.at) : Date.now();
}

/** The database's time as signatures for S3 have it: storages refuse those of a clock that is 15 minutes off. */
export const signingTime = (): string => new Date(databaseNow()).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");

/** Records the database's time, as returned by a query sent at `asked` (`performance.now()`). */
export function noteDatabaseTime(databaseMs: number, asked: number): void {
  const at = performance.now();
  if (at - asked <= PROMPT_MS || !known) known = { databaseMs, at };
}

export async function readDatabaseTime(db: Db): Promise<void> {
  const asked = performance.now();
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
  noteDatabaseTime(rows[0]!.ms, asked); // one row
}

/** If two clocks differ by more than this, one of them is wrong, and there is no telling which. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
/** Times further in the future than this were written while the clock was wrong. */
export const AHEAD_MS = 60_000;

/** SQL: whether a time lies in the future, and the database's clock can be trusted to say so. */
export const isFromWrongClock = (time: SQLWrapper) => sql`(${time} > now() + make_interval(secs => ${AHEAD_MS / 1000})
  and abs(extract(epoch from now()) * 1000 - ${Date.now()}::float8) < ${CLOCKS_DIFFER_MS})`;

/** Whether the database's clock can be trusted, as far as this process knows. */
export const isClockRight = (): boolean => Math.abs(databaseNow() - Date.now()) < CLOCKS_DIFFER_MS;
