import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { migrateDatabase } from "#server/db/migrate.ts";
import { runMigrations } from "#server/db/run-migrations.ts";
import { knownMigrations } from "#server/db/schema-version.ts";
import { inDatabase } from "./database-server.ts";
import { dropDatabase } from "./drop-database.ts";

/** An empty database for a test file, to be migrated step by step. */
export function openOlderDatabase() {
  const server = inject("databaseServer");
  const name = `test_migrate_${randomBytes(6).toString("hex")}`;
  const connection = inDatabase(server, name);
  const admin = new pg.Client(server);
  const client = new pg.Client(connection);

  beforeAll(async () => {
    await admin.connect();
    await admin.query(`create database ${name}`);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await dropDatabase(admin, name);
    await admin.end();
  });

  return {
    client,
    connection,
    /** Migrates up to and including this migration, in a session of its own. */
    async migrateTo(tag: string): Promise<void> {
      const upTo = knownMigrations().find((migration) => migration.tag === tag)!.when;
      const session = new pg.Client(connection);
      await session.connect();
      await runMigrations(session, { upTo }).finally(() => session.end());
    },
    /** Runs all remaining migrations. */
    migrateAll: () => migrateDatabase(connection),
  };
}
