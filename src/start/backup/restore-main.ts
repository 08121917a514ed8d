import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreToTime } from "#server/backup/archive/restore-to-time.ts";
import type { Repository } from "#server/backup/repository.ts";
import { recoveryOf } from "#server/db/embedded/recovery.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { openBackup, verifyBackup, type OpenBackup } from "#server/backup/open-backup.ts";
import { openRepository } from "#server/backup/open-repository.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { readConnections } from "#server/db/reach-database.ts";
import { commandConfig } from "#server/settings/command-config.ts";
import type { Config } from "#server/settings/config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { shopDataOf } from "./shop-data.ts";
import { failWith } from "#server/fail-with.ts";

const USAGE = `Usage: npm run restore -- [DIR | s3://BUCKET/FOLDER] [--with-emails] [--check]
       npm run restore -- [DIR | s3://BUCKET/FOLDER] --at TIME [--with-emails]

  Restores a backup, or the newest of a folder of backups (by default BACKUP_TO), into an empty shop:
  a new DATA_DIR, or an empty database at DATABASE_URL. Encrypted backups need BACKUP_PASSPHRASE.

  --with-emails  also send the emails that were waiting when the backup was taken; for moving a shop
                 that was stopped before the backup. Otherwise they may have been sent already.
  --at TIME      restore the embedded database as it was at that time, such as 2026-11-22T10:00:00Z,
                 from its archive (by default ARCHIVE_TO); --at latest restores everything archived
  --check        only check that the backup is complete and undamaged`;

interface Command {
  from: string | undefined;
  withEmails: boolean;
  check: boolean;
  at: Date | "latest" | undefined;
}

/** @throws StartError with the usage */
function readCommand(): Command {
  try {
    const off = { type: "boolean", default: false } as const;
    const options = { "with-emails": off, check: off, at: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length > 1) throw new Error("Give only one backup.");
    const at = values.at === undefined ? undefined : readTime(values.at);
    return { from: positionals[0], withEmails: values["with-emails"], check: values.check, at };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function readTime(text: string): Date | "latest" {
  if (text === "latest") return text;
  // Without a zone, it would be this machine's.
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)) throw new Error("--at needs a time such as 2026-11-22T10:00:00Z, or latest.");
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error(`--at ${text} is not a time.`);
  return at;
}

async function main(): Promise<void> {
  const { from, withEmails, check, at } = readCommand();
  const config = commandConfig();
  const address = from ?? (at ? config.backup.archiveTo : config.backup.to);
  if (!address) throw new StartError(USAGE);
  const repository = openRepository(address, config.backup.s3, resolve(process.env["INIT_CWD"] ?? ""));
  if (at) return goBack(config, repository, at, withEmails);
  const backup = await openBackup(repository, config.backup.passphrase);
  console.log(`${backup.address}\n  ${contentsOf(backup)}`);
  if (check) {
    await verifyBackup(backup);
    return console.log("It is complete and undamaged.");
  }
  await restore(config, backup, withEmails);
  console.log(["Restored. Start the shop with npm start.", ...notes(config, backup, withEmails)].join("\n"));
}

async function goBack(config: Config, repository: Repository, at: Date | "latest", withEmails: boolean): Promise<void> {
  if (config.databaseUrl) throw new BackupError("--at is for the embedded database. Unset DATABASE_URL.");
  const recovery = recoveryOf(config.dataDir, withEmails);
  if (existsSync(recovery.folder))
    throw new BackupError(`${recovery.folder} exists already. A restore only fills an empty shop, so set DATA_DIR to a new folder.`);
  const last = await restoreToTime(repository, at, config.backup.passphrase, await shopDataOf(config), recovery);
  const until = at === "latest" ? "everything that was archived" : `the shop as it was at ${at.toISOString()}`;
  const change = last ? ` The last change is from ${last.toISOString()}.` : "";
  console.log(`Restored ${until}, in ${config.dataDir}.${change} Start the shop with npm start.`);
}

async function restore(config: Config, backup: OpenBackup, withEmails: boolean): Promise<void> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir);
  const connection = embedded?.connection ?? readConnections(config)!.direct;
  const stop = async () => embedded?.stop();
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      isInterrupted = true;
      void stop().finally(() => process.exit(1));
    });
  try {
    await restoreBackup(backup, { connection, data: await shopDataOf(config), withEmails });
  } catch (error) {
    throw isInterrupted ? new BackupError("Stopped. The shop is still empty; restore it again.") : error;
  } finally {
    await stop();
  }
}

function contentsOf({ manifest }: OpenBackup): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const numbers = `${rows.toLocaleString("en-US")} rows, ${manifest.pictures.stored} pictures`;
  return `${manifest.shop}, ${manifest.at}: ${numbers}, ${manifest.encrypted ? "encrypted" : "not encrypted"}`;
}

/** What the operator has to know afterwards. */
function notes(config: Config, { manifest }: OpenBackup, withEmails: boolean): string[] {
  const notes: string[] = [];
  if (!manifest.encrypted)
    notes.push(
      "The backup was not encrypted, so it had no passwords, logins, two-step secrets or keys:",
      "- everyone has to set a new password with Forgot password; set ADMIN_EMAIL and ADMIN_PASSWORD to log in as an admin",
      "- authenticator apps and recovery codes no longer work; passkeys still do",
    );
  else {
    if (process.env["JWT_SECRET"])
      notes.push("JWT_SECRET is set: give it the value it had when the backup was taken, or authenticator apps stop working.");
    if (process.env["SETTINGS_KEY"])
      notes.push("SETTINGS_KEY is set: give it the value it had, or enter the provider and mail keys again. Emails wait until then.");
  }
  if (manifest.emails > 0 && !withEmails)
    notes.push(
      `${manifest.emails} emails were waiting when the backup was taken. They may have been sent since, so they are not sent again.`,
    );
  if (config.databaseUrl === undefined) notes.push(`The database is in ${config.dataDir}.`);
  return notes;
}

main().catch(failWith);
