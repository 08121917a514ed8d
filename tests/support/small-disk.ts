import { execFileSync } from "node:child_process";
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mount = (folder: string, mb: number) =>
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m`, "tmpfs", folder], { stdio: "ignore" });
const unmount = (folder: string) => execFileSync("umount", ["--lazy", folder]);

/** Why tests that need a disk of their own are skipped; undefined if they can have one. */
export const noSmallDisk = whyNone();

function whyNone(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "a full disk needs Linux and root, who may mount one";
  const folder = mkdtempSync(join(tmpdir(), "despensa-disk-"));
  try {
    mount(folder, 1);
    unmount(folder);
    return undefined;
  } catch {
    return "a full disk needs a machine where root may mount one";
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A disk that can really be full. */
export interface SmallDisk {
  /** Takes what is left of its space. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Moves a folder that nothing uses yet to a disk of its own. */
export function onSmallDisk(folder: string, mb: number): SmallDisk {
  const former = `${folder}.former`;
  renameSync(folder, former);
  mkdirSync(folder, { mode: 0o700 });
  mount(folder, mb);
  cpSync(former, folder, { recursive: true });
  rmSync(former, { recursive: true });
  const filler = join(folder, "filler");
  return {
    fill() {
      const file = openSync(filler, "a");
      try {
        for (const bytes of [1 << 20, 4096]) writeUntilFull(file, Buffer.alloc(bytes));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => void unmount(folder),
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  for (;;)
    try {
      // It also writes a part.
      if (writeSync(file, bytes) < bytes.length) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return;
      throw error;
    }
}
