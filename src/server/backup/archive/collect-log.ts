import { createReadStream } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { BackupError } from "../backup-error.ts";
import { FolderRepository } from "../folder-repository.ts";
import type { Repository } from "../repository.ts";
import { StoredFiles } from "../stored-files.ts";
import { IS_LOG } from "./archive-files.ts";

const PACKED = ".zst";
const unpacked = (name: string) => (name.endsWith(PACKED) ? name.slice(0, -PACKED.length) : name);
const filesIn = (folder: string) => new StoredFiles(new FolderRepository(folder), undefined);

/**
 * Moves finished segments of the log from where the server puts them to the archive, oldest first.
 * @throws BackupError rather than replace one with other content
 */
export async function collectLog(folder: string, repository: Repository, files: StoredFiles): Promise<void> {
  for (const waiting of (await readdir(folder)).filter((name) => IS_LOG.test(unpacked(name))).toSorted()) {
    const name = unpacked(waiting);
    const stored = files.nameOf(`log/${name}`, true);
    if (!name.endsWith(".backup")) {
      if (!(await repository.has(stored)))
        await filesIn(folder).readUnlisted(waiting, async (content) => void (await files.write(`log/${name}`, content)));
      else if ((await digest(filesIn(folder), waiting)) !== (await digest(files, stored)))
        // After a crash, the server may hand over a segment again.
        throw new BackupError(`${repository.address}/${stored} exists already with other content. Give this shop another ARCHIVE_TO.`);
    }
    await rm(join(folder, waiting));
  }
}

/** Compresses the segments that wait: even an idle shop finishes one of 16 MB each minute, most of it empty. */
export async function compressWaiting(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((file) => IS_LOG.test(file))) {
    await filesIn(folder).write(name, createReadStream(join(folder, name)));
    await rm(join(folder, name));
  }
}

async function digest(files: StoredFiles, name: string): Promise<string> {
  const hash = createHash("sha256");
  await files.readUnlisted(name, async (content) => {
    for await (const part of content) hash.update(part);
  });
  return hash.digest("hex");
}
