import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { BackupError } from "../backup-error.ts";
import { unpackPictures } from "../picture-archive.ts";
import type { Repository } from "../repository.ts";
import type { ShopData } from "../shop-data.ts";
import { readAll, type StoredFiles } from "../stored-files.ts";
import { openArchive, readBases, readSegments, type BaseBackup } from "./archive-files.ts";
import { readTimelines, wayTo } from "./timelines.ts";

/** A server that applies the log; `src/server/db/embedded/recovery.ts` runs it. */
export interface Recovery {
  /** The data folder to create; it must not exist yet. */
  readonly folder: string;
  /** The major version of the PostgreSQL programs. */
  readonly postgres: number;
  /**
   * Applies the log in `log`, and leaves a stopped server.
   * @returns when the last change that it brought back was made
   * @throws with the server's own error message
   */
  apply(fresh: string, log: string, target: Target): Promise<Date | null>;
}

export interface Target {
  /** The last moment in the log, if "latest". */
  at: Date | "latest";
  timeline: number;
}

/**
 * Restores the embedded database as it was at a time, into an empty data folder.
 * @returns when the last change that it brought back was made
 * @throws BackupError
 */
export async function restoreToTime(
  given: Repository,
  at: Target["at"],
  passphrase: string | undefined,
  data: ShopData,
  recovery: Recovery,
): Promise<Date | null> {
  const until = at === "latest" ? new Date(FOREVER_MS) : at;
  const repository = await findDatabase(given, until);
  const { files } = await openArchive(repository, passphrase);
  const bases = (await readBases(repository)).map(({ base }) => base);
  const way = wayTo(until, bases, await readTimelines(repository, files));
  if (!way) throw noneBefore(given, until);
  const { base, timeline } = way;
  if (base.postgres !== recovery.postgres)
    throw new BackupError(
      `This archive was made by PostgreSQL ${base.postgres}, but this version of the shop comes with ${recovery.postgres}.`,
    );
  const fresh = `${recovery.folder}.restore`;
  const log = `${recovery.folder}.restore-log`;
  try {
    for (const folder of [fresh, log]) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { mode: 0o700 });
    }
    await files.read(base.files.base, (content) => unpack(content, fresh));
    await writeFile(join(fresh, "backup_label"), base.label, { mode: 0o600 });
    await writeFile(join(fresh, "recovery.signal"), "", { mode: 0o600 });
    await fetchLog(repository, files, base, log);
    await files.read(base.files.pictures, async (content) => void (await unpackPictures(data.pictures, content)));
    const { secrets } = base.files;
    if (secrets) await files.read(secrets, async (content) => data.secrets.write(JSON.parse((await readAll(content)).toString())));
    const last = await recovery.apply(fresh, log, { at, timeline });
    await rename(fresh, recovery.folder);
    return last;
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(log, { recursive: true, force: true });
  }
}

/** Later than any base backup. */
const FOREVER_MS = 8.64e15;

/** Of all databases that were archived here, the one with the newest base backup before a time. */
async function findDatabase(given: Repository, until: Date): Promise<Repository> {
  let found: { repository: Repository; at: string } | undefined;
  for (const system of (await given.folders()).filter((name) => /^\d+$/.test(name))) {
    const repository = given.folder(system);
    for (const { base } of await readBases(repository))
      if (new Date(base.at) <= until && (!found || base.at > found.at)) found = { repository, at: base.at };
  }
  if (!found) throw noneBefore(given, until);
  return found.repository;
}

function noneBefore({ address }: Repository, until: Date): BackupError {
  const which = until.getTime() === FOREVER_MS ? "complete base backup" : `base backup from before ${until.toISOString()}`;
  return new BackupError(`There is no ${which} at ${address}.`);
}

async function fetchLog(repository: Repository, files: StoredFiles, { firstSegment }: BaseBackup, folder: string): Promise<void> {
  for (const name of await readSegments(repository)) {
    const plain = name.replace(/\.zst(\.enc)?$/, "");
    if (!plain.endsWith(".history") && plain.slice(8) < firstSegment.slice(8)) continue;
    const path = join(folder, plain);
    await files.readUnlisted(`log/${name}`, (content) => pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 })));
  }
}

async function unpack(content: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const archive = extract();
  const source = pipeline(Readable.from(content), archive);
  source.catch(() => {}); // awaited below
  for await (const entry of archive) {
    const { name, type } = entry.header;
    if (name.startsWith("/") || name.split("/").includes(".."))
      throw new BackupError(`The base backup has an unexpected file name: ${name}`);
    if (type === "directory") {
      await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
      entry.resume();
    } else await pipeline(Readable.from(entry), createWriteStream(join(folder, name), { mode: 0o600 }));
  }
  await source;
}

/** The reason why a server did not start, from its log. */
export async function lastFatal(file: string): Promise<string> {
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  return lines.findLast((line) => line.includes("FATAL"))?.replace(/^.*FATAL:\s*/, "") ?? "no reason";
}
