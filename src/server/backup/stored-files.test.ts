import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { FolderRepository } from "./folder-repository.ts";
import { StoredFiles } from "./stored-files.ts";

test.each([true, false])("a source that fails before it is read fails the file, not the process (compressed: %s)", async (compress) => {
  const folder = await mkdtemp(join(tmpdir(), "stored-files-"));
  try {
    const source = new Readable({ read() {} });
    // As a COPY does on a connection that has just ended.
    process.nextTick(() => source.emit("error", new Error("Client was closed and is not queryable")));
    await expect(new StoredFiles(new FolderRepository(folder), undefined).write("rows", source, { compress })).rejects.toThrow(
      "Client was closed",
    );
    expect(existsSync(join(folder, "rows"))).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
