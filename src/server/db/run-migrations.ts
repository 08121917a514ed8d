import { readMigrationFiles, type MigrationMeta } from "drizzle-orm/migrator";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { sqlState } from "./sql-state.ts";
import { MIGRATIONS } from "./schema-version.ts";

/** How long a migration waits for a lock. Everyone who needs the same table waits behind it. */
const WAIT_MS = 2000;
/** Time for those who waited behind it, before the next attempt. */
const PAUSE_MS = 1000;
const ATTEMPTS = 100;
const LOCK_NOT_AVAILABLE = "55P03";
const CREATES_CONCURRENTLY = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+"?(\w+)"?/i;

interface Which {
  /** The last one to run, by its time; otherwise all. */
  upTo?: number;
  folder?: string;
}

/**
 * Runs the migrations that a database lacks, in `drizzle-kit`'s format, without stopping a shop that is serving: each in a transaction of
 * its own that does not wait long for locks, and `create index concurrently` outside of any.
 */
export async function runMigrations(client: pg.ClientBase, { upTo = Infinity, folder = MIGRATIONS }: Which = {}): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query<{ newest: string }>(
    "select coalesce(max(created_at), 0)::text as newest from drizzle.__drizzle_migrations",
  );
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > Number(rows[0]!.newest) && folderMillis <= upTo,
  );
  await loadTrigrams(client);
  for (const migration of missing) {
    if (migration.sql.every((statement) => CREATES_CONCURRENTLY.test(statement))) {
      for (const statement of migration.sql) await createIndex(client, statement);
      await note(client, migration);
    } else await runPatiently(client, migration);
  }
}

/**
 * Only a superuser may write a function with a setting of an extension that the session has not loaded. A session that creates the
 * extension has; one that migrates an older shop, or goes on after an interruption, has not.
 */
async function loadTrigrams(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'pg_trgm'");
  if (rowCount) await client.query("select similarity('', '')");
}

async function note(client: pg.ClientBase, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
}

async function runPatiently(client: pg.ClientBase, migration: MigrationMeta): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = ${WAIT_MS}`);
      for (const statement of migration.sql) await client.query(statement);
      await note(client, migration);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/** Creates an index while others write. If that was interrupted before, there is an invalid one. */
async function createIndex(client: pg.ClientBase, statement: string): Promise<void> {
  const name = `"${CREATES_CONCURRENTLY.exec(statement)![1]!}"`;
  const { rows } = await client.query<{ valid: boolean }>("select indisvalid as valid from pg_index where indexrelid = to_regclass($1)", [
    name,
  ]);
  if (rows[0]?.valid) return;
  if (rows[0]) await client.query(`drop index concurrently ${name}`);
  await client.query(statement);
}
