import { hasAdmin } from "#features/account/store.ts";
import { sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { isMigrated } from "#server/db/readiness.ts";

/** Longest time `/readyz` waits for the database. */
const WITHIN_MS = 1000;

/** The parts of the shop that are not ready, in words for an operator. */
export async function readNotReady({ db }: Database): Promise<string[]> {
  const isUp = () => db.execute(sql`select 1`).then(() => true);
  const parts = { database: isUp, migrations: () => isMigrated(db), admin: () => hasAdmin(db) };
  const late = performance.now() + WITHIN_MS;
  for (const [part, isReady] of Object.entries(parts)) if (!(await trueWithin(late - performance.now(), isReady()))) return [part];
  return [];
}

/** False also if it fails or takes too long. */
async function trueWithin(ms: number, answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, ms, false)));
  return Promise.race([answer.catch(() => false), late]).finally(() => clearTimeout(timer));
}
