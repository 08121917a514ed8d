import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { inDatabase } from "./database-server.ts";
import { dropDatabase } from "./drop-database.ts";

/** A database of its own for several shops. */
export interface SharedDatabase {
  connection: pg.ClientConfig;
  /** Settings that the shops have in common. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** @param options.empty without tables; otherwise migrated */
export async function openSharedDatabase({ empty = false } = {}): Promise<SharedDatabase> {
  const server = inject("databaseServer");
  const name = `shared_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name} template ${empty ? "template1" : inject("template")}`);
  const connection = inDatabase(server, name);
  return {
    connection,
    env: { DATABASE_URL: urlOf(connection), JWT_SECRET: randomBytes(24).toString("hex") },
    async drop() {
      await dropDatabase(admin, name);
      await admin.end();
    },
  };
}

function urlOf({ connectionString, user, password, host, database }: pg.ClientConfig): string {
  return connectionString ?? `postgres://${user}:${String(password)}@localhost/${database}?host=${encodeURIComponent(String(host))}`;
}
