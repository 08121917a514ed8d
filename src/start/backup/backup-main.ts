import { parseArgs } from "node:util";
import { BackupError } from "#server/backup/backup-error.ts";
import { openDatabase } from "#server/db/connect.ts";
import { reachDatabase } from "#server/db/reach-database.ts";
import { commandConfig } from "#server/settings/command-config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { backUpShop } from "./back-up-shop.ts";
import { failWith } from "#server/fail-with.ts";
import { sizeOf } from "./words.ts";

const USAGE = `Usage: npm run backup -- [DIR | s3://BUCKET/FOLDER]

  Backs up the shop, running or not, into a new folder there; by default at BACKUP_TO.
  BACKUP_PASSPHRASE encrypts the backup. Without it, passwords and other secrets are left out.`;

async function main(): Promise<void> {
  const config = commandConfig();
  const to = readTarget() ?? config.backup.to;
  if (!to) throw new StartError(USAGE);
  const { connection, stop } = await reachDatabase(config);
  const database = openDatabase(connection, () => {});
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interruption.abort());
  try {
    const started = performance.now();
    const base = process.env["INIT_CWD"] ?? process.cwd(); // where the command was typed
    const { address, manifest, bytes } = await backUpShop(config, connection, database.db, to, { base, signal: interruption.signal });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `Backed up ${rows.toLocaleString("en-US")} rows and ${manifest.pictures.stored} pictures, ${sizeOf(bytes)}, in ${seconds} s:`,
    );
    console.log(`  ${address}`);
    if (!manifest.encrypted)
      console.log(
        "It is not encrypted, so it has no passwords, logins, two-step secrets or keys. After a restore, everyone has to set a new password. Set BACKUP_PASSPHRASE to include them.",
      );
  } catch (error) {
    throw interruption.signal.aborted ? new BackupError("Stopped. Nothing was backed up.") : error;
  } finally {
    await database.close();
    await stop();
  }
}

/** @throws StartError with the usage */
function readTarget(): string | undefined {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} });
    if (positionals.length > 1) throw new Error("Give only one place.");
    return positionals[0];
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

main().catch(failWith);
