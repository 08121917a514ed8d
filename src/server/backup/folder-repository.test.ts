import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BackupError } from "./backup-error.ts";
import { FolderRepository } from "./folder-repository.ts";

const folder = mkdtempSync(join(tmpdir(), "despensa-folder-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* bytes(): AsyncGenerator<Buffer> {
  yield Buffer.from("a row\n");
}

const refusal = (repository: FolderRepository) =>
  repository.write("tables.tsv", bytes()).then(
    () => undefined,
    (error: unknown) => error,
  );

test("a folder that cannot be written is refused in words", async () => {
  writeFileSync(join(folder, "file"), "");
  const error = await refusal(new FolderRepository(join(folder, "file/inside")));
  expect(error).toBeInstanceOf(BackupError);
  expect(String(error)).toMatch(/ cannot be written: ENOTDIR.* Let the account that runs this write there, or back up to another place\.$/);
});

test.skipIf(process.platform !== "linux")("a full disk is told in words, and nothing is left on it", async () => {
  const full = join(folder, "full");
  mkdirSync(full);
  symlinkSync("/dev/full", join(full, ".tables.tsv.part"));
  const error = await refusal(new FolderRepository(full));
  expect(error).toBeInstanceOf(BackupError);
  expect(String(error)).toMatch(/ cannot be written: ENOSPC.* Make room there, or back up to another place\.$/);
  expect(readdirSync(full)).toEqual([]);
});
