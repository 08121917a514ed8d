import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeBackup } from "#server/backup/make-backup.ts";
import { openBackup } from "#server/backup/open-backup.ts";
import { openRepository } from "#server/backup/open-repository.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import type { ShopData } from "#server/backup/shop-data.ts";
import { giveTo } from "#server/db/embedded/account.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { noShopIn } from "#server/db/reach-database.ts";
import { findInstallation } from "#server/db/embedded/installation.ts";
import { majorOf, majorOfData, upgradeFolder } from "#server/db/embedded/version.ts";
import { fetchPrograms } from "#server/db/embedded/fetch-programs.ts";
import type { Config } from "#server/settings/config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { VERSION } from "#server/version.ts";
import { shopDataOf } from "./shop-data.ts";

/** What an upgrade did. */
export interface Upgraded {
  from: number;
  to: number;
  rows: number;
  /** The former data, untouched. */
  former: string;
}

/**
 * Upgrades the embedded database to the major version of PostgreSQL that comes with this version of the shop: backs it up with the former
 * programs, which are fetched for this, and restores it beside the former data. Pictures and secrets stay where they are. If interrupted at
 * any moment, it can be repeated: the former data is moved aside only once the new data is complete.
 * @returns undefined if there is nothing to do
 * @throws StartError, BackupError
 */
export async function upgradeDatabase(config: Config, tell: (news: string) => void): Promise<Upgraded | undefined> {
  const installation = findInstallation(config.dataDir);
  const to = majorOf(installation);
  const folder = upgradeFolder(config.dataDir);
  // Without data in place, the previous upgrade was interrupted between the two renames below.
  const from = majorOfData(installation);
  if (from === undefined && !existsSync(folder)) throw noShopIn(config.dataDir);
  if (from === to) {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  if (from !== undefined && from > to)
    throw new StartError(
      `The database was made by PostgreSQL ${from}, but this version of the shop comes with PostgreSQL ${to}. Use a newer version of the shop.`,
    );

  const done = from === undefined ? readDone(folder) : await build(config, from, tell);
  const former = `${installation.data}-${done.from}`;
  const fresh = findInstallation(folder);
  if (from !== undefined) renameSync(installation.data, former);
  renameSync(fresh.data, installation.data);
  // Root may have put it elsewhere.
  rmSync(dirname(fresh.data), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  return { ...done, to, former };
}

type Done = Pick<Upgraded, "from" | "rows">;

const noteIn = (folder: string) => join(folder, "done.json");
const readDone = (folder: string) => JSON.parse(readFileSync(noteIn(folder), "utf8")) as Done; // written below

/** Builds the new data in a data folder of its own, with the secrets of this one, so that its roles have the same passwords. */
async function build(config: Config, from: number, tell: (news: string) => void): Promise<Done> {
  const folder = upgradeFolder(config.dataDir);
  await removeFormer(folder);
  mkdirSync(folder, { mode: 0o711 });
  cpSync(join(config.dataDir, "secrets"), join(folder, "secrets"), { recursive: true });
  const backups = openRepository(join(folder, "backup"), undefined);
  const passphrase = randomBytes(32).toString("hex");
  const data: ShopData = {
    ...(await shopDataOf(config)),
    pictures: { keys: async () => [], read: async () => undefined, put: async () => {} },
    secrets: { read: () => ({}), write: () => {} },
  };

  tell(`Downloading PostgreSQL ${from} …`);
  const { data: freshData, account } = findInstallation(folder);
  const fetched = join(dirname(freshData), "programs");
  const programs = await fetchPrograms(from, fetched);
  if (account) giveTo(account, fetched);
  tell("Reading the old database …");
  const former = await startEmbedded(config.dataDir, tell, { programs });
  const made = await makeBackup({
    connection: former.connection,
    repository: backups,
    data,
    shop: "",
    program: VERSION,
    passphrase,
  }).finally(() => former.stop());
  tell("Writing the new database …");
  const fresh = await startEmbedded(folder, tell);
  const { connection } = fresh;
  const backup = await openBackup(openRepository(made.address, undefined), passphrase);
  await restoreBackup(backup, { connection, data, withEmails: true }).finally(() => fresh.stop());

  const done = { from, rows: made.manifest.tables.reduce((sum, { rows }) => sum + rows, 0) };
  writeFileSync(noteIn(folder), JSON.stringify(done satisfies Done));
  return done;
}

/** What an interrupted upgrade left behind, its database server included. */
async function removeFormer(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const { data } = findInstallation(folder);
  if (majorOfData({ data }) !== undefined) await startEmbedded(folder).then((left) => left.stop());
  rmSync(dirname(data), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
