import type pg from "pg";
import * as z from "zod/mini";
import { noteBackup } from "#server/backup/backup-runs.ts";
import { removeOldBackups } from "#server/backup/list-backups.ts";
import { makeBackup, type MadeBackup } from "#server/backup/make-backup.ts";
import { openRepository } from "#server/backup/open-repository.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Config } from "#server/settings/config.ts";
import type { Shop } from "#server/shop.ts";
import { VERSION } from "#server/version.ts";
import { readSettings } from "#features/shop/settings/shop-settings.ts";
import { shopDataOf } from "./shop-data.ts";

const nightly = { name: "backup.nightly", data: z.unknown() } satisfies Job;

/** The nightly backup, if there is somewhere to put it. */
export function backupTasks(shop: Shop): Task[] {
  const { config, database, log } = shop;
  const { to, keep } = config.backup;
  if (!to) return [];
  const work = async () => {
    const { address, bytes } = await backUpShop(config, connectionOf(database), database.db, to);
    log.info({ address, bytes }, "the shop was backed up");
    // Repeating the job would only make another backup.
    await removeOldBackups(openRepository(to, config.backup.s3), keep, databaseNow()).catch((error: unknown) =>
      log.error({ err: error, to }, "old backups could not be removed"),
    );
  };
  return [task(nightly, work, { every: "37 2 * * *", lane: "slow" })];
}

/** How a pool connects, without its limit on each statement: a table may take longer. Its password is not enumerable. */
const connectionOf = ({ pool: { options } }: Database): pg.ClientConfig => ({
  ...options,
  password: options.password,
  query_timeout: 0,
  pipeline: false,
});

/** Makes a backup and records whether that succeeded, for the back office. */
export async function backUpShop(
  config: Config,
  connection: pg.ClientConfig,
  db: Db,
  to: string,
  { base = process.cwd(), signal }: { base?: string; signal?: AbortSignal } = {},
): Promise<MadeBackup> {
  const { passphrase, s3 } = config.backup;
  try {
    const repository = openRepository(to, s3, base);
    const data = await shopDataOf(config);
    const made = await makeBackup({
      connection,
      repository,
      data,
      shop: (await readSettings(db, config)).name,
      program: VERSION,
      passphrase,
      ...(signal && { signal }),
    });
    await noteBackup(db, { ok: true, address: made.address, bytes: made.bytes, encrypted: made.manifest.encrypted });
    return made;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await noteBackup(db, { ok: false, address: to, problem: problem.slice(0, 500) }).catch(() => {});
    throw error;
  }
}
