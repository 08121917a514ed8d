import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { openDatabase } from "./connect.ts";
import { LOCKS } from "./locks.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../migrations");
/** Runs all pending migrations. Safe when several processes start at once. */
export async function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCKS.migrate]);
    await client.query("set client_min_messages = warning");
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    await migrateJobs(connection);
  } finally {
    await client.end();
  }
}

/** The job queue has its own schema and migrations. */
export async function migrateJobs(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase({ ...connection, max: 1 }, () => {});
  try {
    await runMigrations({ pgPool: database.pool, noPreparedStatements: true, logger: new Logger(() => () => {}) });
  } finally {
    await database.close();
  }
}
