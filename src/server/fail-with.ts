import { BackupError } from "./backup/backup-error.ts";
import { explainDatabase } from "./db/explain-database.ts";
import { StartError } from "./settings/start-error.ts";

/** Ends a command: prints one line for a problem that a person can solve, and the whole error for a defect. */
export function failWith(error: unknown): void {
  const database = explainDatabase(error);
  if (error instanceof BackupError || error instanceof StartError) console.error(error.message);
  else if (database) console.error(`The database cannot be used: ${database}`);
  else console.error(error);
  process.exitCode = 1;
}
