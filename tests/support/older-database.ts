import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { migrateDatabase } from "#server/db/migrate.ts";
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
    /** Migrates up to and including this migration. */
    async migrateTo(tag: string): Promise<void> {
      const folder = mkdtempSync(join(tmpdir(), "despensa-migrations-"));
      cpSync("migrations", folder, { recursive: true });
      const path = join(folder, "meta/_journal.json");
      const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(path, "utf8"));
      const last = journal.entries.findIndex((entry) => entry.tag === tag);
      writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
      await migrate(drizzle(client), { migrationsFolder: folder });
      rmSync(folder, { recursive: true });
    },
    /** Runs all remaining migrations. */
    migrateAll: () => migrateDatabase(connection),
  };
}
