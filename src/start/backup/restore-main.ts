import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupError } from "#server/backup/backup-error.ts";
import { openBackup, verifyBackup, type OpenBackup } from "#server/backup/open-backup.ts";
import { openPlace } from "#server/backup/open-place.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { readConnections } from "#server/db/reach-database.ts";
import { loadConfig, StartError, type Config } from "#server/settings/config.ts";
import { shopDataOf } from "./shop-data.ts";
import { failWith } from "./words.ts";

const USAGE = `Usage: npm run restore -- [DIR | s3://BUCKET/FOLDER] [--with-emails] [--check]

  Restores a backup, or the newest of a folder of backups (by default BACKUP_TO), into an empty shop:
  a new DATA_DIR, or an empty database at DATABASE_URL. Encrypted backups need BACKUP_PASSPHRASE.

  --with-emails  also send the emails that were waiting when the backup was taken; for moving a shop
                 that was stopped before the backup. Otherwise they may have been sent already.
  --check        only check that the backup is complete and undamaged`;

interface Command {
  from: string | undefined;
  withEmails: boolean;
  check: boolean;
}

/** @throws StartError with the usage */
function readCommand(): Command {
  try {
    const options = { "with-emails": { type: "boolean", default: false }, check: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length > 1) throw new Error("One backup at a time.");
    return { from: positionals[0], withEmails: values["with-emails"], check: values.check };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const { from, withEmails, check } = readCommand();
  const config = loadConfig(process.env);
  const address = from ?? config.backup.to;
  if (!address) throw new StartError(USAGE);
  const place = openPlace(address, config.backup.s3, resolve(process.env["INIT_CWD"] ?? ""));
  const backup = await openBackup(place, config.backup.passphrase);
  console.log(`${backup.address}\n  ${contentsOf(backup)}`);
  if (check) {
    await verifyBackup(backup);
    return console.log("It is complete and undamaged.");
  }
  await restore(config, backup, withEmails);
  console.log(["Restored. Start the shop with npm start.", ...notes(config, backup, withEmails)].join("\n"));
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
      "The backup was not encrypted, so it held no passwords, logins, two-step secrets or keys:",
      "- everyone sets a new password with Forgot password; set ADMIN_EMAIL and ADMIN_PASSWORD to log in as an admin",
      "- authenticator apps and recovery codes no longer count; passkeys still work",
    );
  else if (process.env["JWT_SECRET"])
    notes.push("JWT_SECRET is set: give it the value it had when the backup was taken, or authenticator apps stop working.");
  if (manifest.emails > 0 && !withEmails)
    notes.push(
      `${manifest.emails} emails were waiting when the backup was taken. They may have been sent since, so they are not sent again.`,
    );
  if (config.databaseUrl === undefined) notes.push(`The database is in ${config.dataDir}.`);
  return notes;
}

main().catch(failWith);
