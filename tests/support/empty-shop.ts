import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { loadConfig, type Config } from "#server/settings/config.ts";
import { inDatabase } from "./database-server.ts";
import { dropDatabase } from "./drop-database.ts";

/** A new database and data folder, to restore into. Removed after the test. */
export interface EmptyShop {
  connection: pg.ClientConfig;
  config: Config;
}

export async function openEmptyShop(env: Record<string, string> = {}): Promise<EmptyShop> {
  const name = `test_restore_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client(inject("databaseServer"));
  await admin.connect();
  await admin.query(`create database ${name}`);
  const dataDir = mkdtempSync(join(tmpdir(), "despensa-restore-"));
  onTestFinished(async () => {
    await dropDatabase(admin, name);
    await admin.end();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMIT: "off", CATALOGUE: "none", LOG_LEVEL: "silent", ...env });
  return { connection: inDatabase(inject("databaseServer"), name), config };
}

/** Every row of every table, as text, in an order that doesn't depend on where the rows are stored. */
export async function allRows(connection: pg.ClientConfig): Promise<Record<string, string[]>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  } finally {
    await client.end();
  }
}
