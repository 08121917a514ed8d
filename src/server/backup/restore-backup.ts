import pg from "pg";
import { withClient } from "../db/hosts.ts";
import { LOCKS } from "../db/locks.ts";
import { migrateDatabase, migrateJobs } from "../db/migrate.ts";
import { migrateTo, readApplied } from "./applied-migrations.ts";
import { BackupError } from "./backup-error.ts";
import { copyIn, fillTables, readTables, setSequences } from "./copy-tables.ts";
import { JOBS, PICTURES, SECRETS, tableFile } from "./manifest.ts";
import { verifyBackup, type OpenBackup } from "./open-backup.ts";
import { unpackPictures } from "./picture-archive.ts";
import type { ShopData } from "./shop-data.ts";
import { readAll } from "./stored-files.ts";
import { addWaitingJobs } from "./waiting-jobs.ts";

export interface RestoreOptions {
  connection: pg.ClientConfig;
  data: ShopData;
  /** Whether emails that waited when the backup was taken are sent: right when nothing happened since, as in a move. */
  withEmails: boolean;
}

/**
 * Restores a backup into an empty shop. Everything is verified before anything is written, and the rows appear in one transaction: if it is
 * interrupted at any point, the shop is still empty and the restore can be repeated.
 * @throws BackupError
 */
export async function restoreBackup(backup: OpenBackup, { connection, data, withEmails }: RestoreOptions): Promise<void> {
  const { manifest, files } = backup;
  await withClient(connection, async (client) => {
    await checkEmpty(client, data);
    await verifyBackup(backup);
    // The job queue's tables, which are not in the backup's migrations.
    await migrateTo(client, manifest.migrations);
    await migrateJobs(connection);
    await checkColumns(client, backup);

    let pictures = 0;
    await files.read(backup.file(PICTURES, false), async (content) => void (pictures = await unpackPictures(data.pictures, content)));
    compare("pictures", pictures, manifest.pictures.stored);
    if (manifest.encrypted)
      await files.read(backup.file(SECRETS), async (content) => data.secrets.write(JSON.parse((await readAll(content)).toString())));

    await fillTables(client, data.untriggered, async () => {
      // A shop that starts meanwhile waits here, and finds everything afterwards.
      await client.query("select pg_advisory_xact_lock($1)", [LOCKS.migrate]);
      await checkEmpty(client, data);
      for (const table of manifest.tables) {
        if (data.filledByMigrations.includes(table.name)) await client.query(`delete from ${pg.escapeIdentifier(table.name)}`);
        let rows = 0;
        await files.read(backup.file(tableFile(table.name)), async (content) => void (rows = await copyIn(client, table, content)));
        compare(`rows of ${table.name}`, rows, table.rows);
      }
      await setSequences(client, manifest.sequences);
      await files.read(backup.file(JOBS), (content) => addWaitingJobs(client, content, withEmails));
    });
  });
  await migrateDatabase(connection);
}

/** @throws BackupError if any table has rows */
async function checkEmpty(client: pg.Client, { passing, filledByMigrations }: ShopData): Promise<void> {
  if ((await readApplied(client)).length === 0) return;
  for (const { name } of await readTables(client)) {
    if (passing.includes(name) || filledByMigrations.includes(name)) continue;
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount)
      throw new BackupError(
        `This shop is not empty: the table ${name} has rows. A restore only fills an empty shop, so set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
      );
  }
}

/** @throws BackupError if the schema doesn't have what the backup holds */
async function checkColumns(client: pg.Client, { manifest }: OpenBackup): Promise<void> {
  const known = new Map((await readTables(client)).map(({ name, columns }) => [name, columns.join()]));
  for (const { name, columns } of manifest.tables)
    if (known.get(name) !== columns.join()) throw new BackupError(`The backup's table ${name} does not fit the schema of its migrations.`);
}

function compare(what: string, found: number, expected: number): void {
  if (found !== expected) throw new BackupError(`The backup is damaged: it has ${found} ${what} instead of ${expected}.`);
}
