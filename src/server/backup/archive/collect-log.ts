import { createReadStream } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { BackupError } from "../backup-error.ts";
import type { Place } from "../place.ts";
import type { StoredFiles } from "../stored-files.ts";
import { IS_LOG } from "./archive-place.ts";

/**
 * Moves finished segments of the log from where the server puts them to the archive, oldest first.
 * @throws BackupError rather than replace one with other content
 */
export async function collectLog(folder: string, place: Place, files: StoredFiles): Promise<void> {
  for (const name of (await readdir(folder)).filter((file) => IS_LOG.test(file)).toSorted()) {
    const path = join(folder, name);
    const stored = files.nameOf(`log/${name}`, true);
    if (!name.endsWith(".backup")) {
      if (!(await place.has(stored))) await files.write(`log/${name}`, createReadStream(path));
      else if (!(await isSame(path, stored, files)))
        throw new BackupError(`${place.address}/${stored} exists already with other content. Give this shop another ARCHIVE_TO.`);
    }
    await rm(path);
  }
}

/** After a crash, the server may hand over a segment again. */
async function isSame(path: string, stored: string, files: StoredFiles): Promise<boolean> {
  let there = "";
  await files.readUnlisted(stored, async (content) => void (there = await digest(content)));
  return there === (await digest(createReadStream(path)));
}

async function digest(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of content) hash.update(part);
  return hash.digest("hex");
}
