import { BackupError } from "#server/backup/backup-error.ts";
import { isDatabaseAway } from "#server/http/errors.ts";
import { StartError } from "#server/settings/config.ts";

/** Ends a command: one line for what a person can do something about, everything for a defect. */
export function failWith(error: unknown): void {
  if (error instanceof BackupError || error instanceof StartError) console.error(error.message);
  else if (isDatabaseAway(error)) console.error(`The database cannot be reached: ${(error as Error).message}`);
  else console.error(error);
  process.exitCode = 1;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  return bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / 1024 ** 3).toFixed(2)} GB`;
}
