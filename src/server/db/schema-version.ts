import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { StartError } from "../settings/start-error.ts";

export const MIGRATIONS = join(import.meta.dirname, "../../../migrations");

/** A migration as `drizzle-kit` lists it; `idx` is the number in its file name. */
interface Entry {
  idx: number;
  when: number;
  tag: string;
}

/** The migrations this program knows, oldest first. */
export function knownMigrations(): Entry[] {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8")) as { entries: Entry[] }; // written by drizzle-kit
  return journal.entries;
}

/**
 * Checks a database that a newer version has migrated. It says, in the function `oldest_program`, which versions may still run with
 * it: those that know the migration of that number.
 * @returns a warning if a newer version has
 * @throws StartError if this version may not use it anymore
 */
export async function checkSchema(client: pg.ClientBase, known: readonly Entry[] = knownMigrations()): Promise<string | undefined> {
  const newest = known.at(-1);
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!newest || !tables[0]?.there) return undefined;
  const { rows: applied } = await client.query<{ newest: string | null; count: number }>(
    `select max(created_at)::text as newest, count(*)::int as count from drizzle.__drizzle_migrations`,
  );
  if (Number(applied[0]?.newest ?? 0) <= newest.when) return undefined;
  const { rows: functions } = await client.query<{ there: boolean }>(`select to_regproc('public.oldest_program') is not null as there`);
  const { rows } = functions[0]?.there
    ? await client.query<{ oldest: number }>(`select public.oldest_program() as oldest`)
    : { rows: [{ oldest: Number.POSITIVE_INFINITY }] };
  // Migrations are numbered from 0, and each of the others returns one row.
  if (newest.idx >= rows[0]!.oldest)
    return `A newer version of Despensa has migrated this database to ${applied[0]!.count - 1}. This version knows migrations up to ${newest.idx}, and may still use it.`;
  throw new StartError(
    "A newer version of Despensa has changed this database, and this version can't use it anymore. Start that version or a later one.",
  );
}
