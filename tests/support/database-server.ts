import { mkdtempSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded, type EmbeddedDatabase } from "#server/db/embedded/start-embedded.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { dropDatabase } from "./drop-database.ts";
import { dataFolder, PREPARED_DATA } from "./shop-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection to the server's default database, for creating test databases. */
    databaseServer: pg.ClientConfig;
  }
}

/** The migrated database that all test databases are copied from. */
export const TEMPLATE = "despensa_template";

/** Starts the database server for a test run (or uses TEST_DATABASE_URL) and creates the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env["TEST_DATABASE_URL"];
  const folder = mkdtempSync(join(tmpdir(), "despensa-test-"));
  chmodSync(folder, 0o755);
  const prepared = project.name === "faults" ? await prepareData() : undefined;
  if (prepared) process.env[PREPARED_DATA] = prepared;
  const embedded = url ? undefined : await startEmbedded(folder);
  const server: pg.ClientConfig = embedded?.connection ?? { connectionString: url };
  if (embedded) await setUpForTests(embedded);

  const template = `${TEMPLATE}_${process.pid}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${template}`);
  await migrateDatabase(inDatabase(server, template));
  await admin.end();
  project.provide("databaseServer", server);
  project.provide("template", template);
  return async () => {
    const last = new pg.Client(server);
    await last.connect();
    await dropDatabase(last, template);
    await last.end();
    await embedded?.stop();
    for (const path of [folder, prepared]) if (path) rmSync(path, { recursive: true, force: true });
  };
}

/** The data folder of a shop that was opened and closed, from which fault tests copy theirs. */
async function prepareData(): Promise<string> {
  const { path } = dataFolder();
  const server = await startEmbedded(path);
  await migrateDatabase(server.connection);
  await server.stop();
  return path;
}

/**
 * Tests have no superuser rights, like the shop, but may create a database for each file. Nothing has to survive a crash of the computer, so
 * that commits need not wait for the disk.
 */
async function setUpForTests({ superuser, connection }: EmbeddedDatabase): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`alter role ${connection.user} createdb`);
  for (const setting of ["fsync", "full_page_writes"]) await client.query(`alter system set ${setting} = off`);
  await client.query("select pg_reload_conf()");
  await client.end();
}

declare module "vitest" {
  interface ProvidedContext {
    template: string;
  }
}

export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
