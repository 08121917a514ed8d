import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { runMigrations } from "../db/run-migrations.ts";
import { MIGRATIONS } from "../db/schema-version.ts";
import { BackupError } from "./backup-error.ts";
import type { Manifest } from "./manifest.ts";

type Migrations = Manifest["migrations"];

/** The migrations that a database has, oldest first; none for a new database. */
export async function readApplied(client: pg.Client): Promise<Migrations> {
  const { rows: known } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as known");
  if (!known[0].known) return [];
  const { rows } = await client.query<{ hash: string; at: string }>(
    "select hash, created_at::text as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
}

/** @throws BackupError if this program doesn't know all of them, because a newer one made the backup */
export function checkKnown(migrations: Migrations): void {
  const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash));
  if (!migrations.every(({ hash }) => known.has(hash)))
    throw new BackupError("A newer version of the program made this backup. Install that version or a later one, then restore again.");
}

/** Brings an empty database to the schema that a backup was taken from. */
export async function migrateTo(client: pg.Client, migrations: Migrations): Promise<void> {
  const applied = await readApplied(client);
  if (applied.length > migrations.length)
    throw new BackupError("The database was prepared by a newer version than the backup's. Give the restore a new, empty database.");
  await client.query("set client_min_messages = warning");
  await runMigrations(client, { upTo: migrations.at(-1)?.at ?? 0 });
}
