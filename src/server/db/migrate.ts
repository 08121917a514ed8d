import { setTimeout as delay } from "node:timers/promises";
import { Logger, runMigrations as runQueueMigrations } from "graphile-worker";
import type pg from "pg";
import { openDatabase } from "./connect.ts";
import { withClient } from "./hosts.ts";
import { LOCKS } from "./locks.ts";
import { runMigrations } from "./run-migrations.ts";
import { checkSchema } from "./schema-version.ts";

/**
 * Runs all pending migrations. Safe when several processes start at once.
 * @param warn is told if a newer version has migrated the database, and this one may still use it
 * @throws StartError if a newer version has changed the database too much for this one
 */
export async function migrateDatabase(connection: pg.ClientConfig, warn: (warning: string) => void = () => {}): Promise<void> {
  await withClient(connection, async (client) => {
    await lock(client);
    await client.query("set client_min_messages = warning");
    const warning = await checkSchema(client);
    if (warning) warn(warning);
    await turnOffJit(client);
    await runMigrations(client);
    await migrateJobs(connection);
  });
}

const ASK_AGAIN_MS = 100;

/**
 * Tries again and again instead of waiting, because `create index concurrently` waits for all running statements, even one that waits for
 * this lock.
 */
async function lock(client: pg.Client): Promise<void> {
  const tryIt = () => client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [LOCKS.migrate]);
  while (!(await tryIt()).rows[0]!.mine) await delay(ASK_AGAIN_MS);
}

/**
 * Compiling a statement takes longer than running the shop's statements. A setting of the role, because poolers refuse startup
 * options, and settings of a session would stay with one of their connections.
 */
async function turnOffJit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ jit: string }>("show jit");
  if (rows[0]?.jit !== "off") await client.query("alter role current_user set jit = off").catch(() => {});
}

/** The job queue has its own schema and migrations. */
export async function migrateJobs(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase({ ...connection, max: 1 }, () => {});
  try {
    await runQueueMigrations({ pgPool: database.pool, noPreparedStatements: true, logger: new Logger(() => () => {}) });
  } finally {
    await database.close();
  }
}
