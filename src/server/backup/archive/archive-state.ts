import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { collectingFolder } from "../../db/embedded/archiving.ts";

/** How the archive is doing, for the back office and the metrics. */
export interface ArchiveState {
  /** When everything that the server had handed over was in the archive; null if it never was. */
  at: string | null;
  /** Why it isn't now. */
  problem: string;
  /** `ARCHIVE_TO`, once it has a base backup since which the log has no gap. */
  to?: string;
}

/** In a file, because it matters most when the database has no room left. */
const fileIn = (dataDir: string) => join(dataDir, "archive-state.json");

export function readArchiveState(dataDir: string): ArchiveState {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8")) as ArchiveState; // written below
  } catch {
    return { at: null, problem: "" };
  }
}

/** When nothing is archived for a while, the log gets a gap. */
export function forgetArchiveState(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** Written, then renamed, so that nobody reads half a file. */
export function noteArchiveState(dataDir: string, state: ArchiveState): void {
  const fresh = `${fileIn(dataDir)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(state));
  renameSync(fresh, fileIn(dataDir));
}

/** How many bytes of the log wait to be archived. */
export async function waitingBytes(dataDir: string): Promise<number> {
  const folder = collectingFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  // Those that were just archived are gone.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
