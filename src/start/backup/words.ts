import { BackupError } from "#server/backup/backup-error.ts";
import { explainDatabase } from "#server/db/explain-database.ts";
import { StartError } from "#server/settings/start-error.ts";

/** Ends a command: prints one line for a problem that a person can solve, and the whole error for a defect. */
export function failWith(error: unknown): void {
  const database = explainDatabase(error);
  if (error instanceof BackupError || error instanceof StartError) console.error(error.message);
  else if (database) console.error(`The database cannot be used: ${database}`);
  else console.error(error);
  process.exitCode = 1;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  return bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / 1024 ** 3).toFixed(2)} GB`;
}
