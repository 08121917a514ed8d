import { IS_BACKUP } from "./make-backup.ts";
import { SUMS } from "./manifest.ts";
import type { Repository } from "./repository.ts";

/** A backup that is not complete after this long was interrupted. */
const ABANDONED_MS = 24 * 3_600_000;

/** The newest complete backup of a folder; undefined if there is none. */
export async function newestBackup(repository: Repository): Promise<Repository | undefined> {
  for (const name of await namesOf(repository)) if (await repository.folder(name).has(SUMS)) return repository.folder(name);
  return undefined;
}

/** Removes all but the newest `keep` backups, and those that were interrupted. Never the newest complete one. */
export async function removeOldBackups(repository: Repository, keep: number, nowMs: number): Promise<void> {
  let complete = 0;
  for (const name of await namesOf(repository)) {
    const folder = repository.folder(name);
    const isComplete = await folder.has(SUMS);
    if (isComplete && ++complete <= Math.max(keep, 1)) continue;
    if (!isComplete && nowMs - startedMs(name) < ABANDONED_MS) continue;
    // Without this file it no longer counts as a backup, even if the removal is interrupted.
    if (isComplete) await folder.removeFile(SUMS);
    await folder.remove();
  }
}

/** Newest first. */
async function namesOf(repository: Repository): Promise<string[]> {
  return (await repository.folders())
    .filter((name) => IS_BACKUP.test(name))
    .toSorted()
    .toReversed();
}

const startedMs = (name: string) => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));
