import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packFolder } from "./base-backup.ts";

test("a base backup that can't be written to its end leaves no file open and no unhandled error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "despensa-base-"));
  try {
    writeFileSync(join(folder, "16384"), Buffer.alloc(5_000_000));
    const begun = (async () => {
      for await (const part of packFolder(folder)) if (part.length > 0) throw new Error("The disk is full");
    })();
    await expect(begun).rejects.toThrow("The disk is full");
    await expect.poll(() => openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The files that this process has open. */
function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return [];
    }
  });
}
