import { once } from "node:events";
import { open, opendir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { pack, type Pack } from "tar-stream";
import { withClient } from "../../db/hosts.ts";
import { packPictures } from "../picture-archive.ts";
import type { Repository } from "../repository.ts";
import type { ShopData } from "../shop-data.ts";
import type { StoredFiles } from "../stored-files.ts";
import { writeBase } from "./archive-files.ts";

/** Folders whose content only means something to the running server. */
const EMPTY = new Set(["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|server\.log.*|\.s\.PGSQL.*|socket-folder|postgresql\.auto\.conf|backup_label.*|pgsql_tmp.*)$/;

const POLL_MS = 1000;

export interface BaseOptions {
  superuser: pg.ClientConfig;
  /** The server's data folder. */
  folder: string;
  repository: Repository;
  files: StoredFiles;
  data: ShopData;
  signal: AbortSignal;
}

/**
 * Copies the files of a running server, between PostgreSQL's own marks: the log makes them consistent when it is applied.
 * @returns once the log that it needs is archived, too
 */
export async function makeBaseBackup(options: BaseOptions): Promise<void> {
  const { signal } = options;
  await withClient(options.superuser, async (client) => {
    const abort = () => void client.end().catch(() => {});
    signal.addEventListener("abort", abort);
    await copyServer(client, options).finally(() => signal.removeEventListener("abort", abort));
  });
}

async function copyServer(client: pg.Client, { folder, repository, files, data, signal }: BaseOptions): Promise<void> {
  const { rows } = await client.query<{ segment: string; major: number; name: string }>(`
      select pg_walfile_name(pg_backup_start('despensa', fast => true)) as segment, current_setting('server_version_num')::int / 10000 as major,
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24-MI-SS"Z"') as name`);
  const { segment, major, name } = rows[0]!; // one row
  const base = await files.write(`base/${name}/base.tar`, packFolder(folder), { signal });
  const { rows: ends } = await client.query<{ label: string; at: Date; last: string }>(`
      select labelfile as label, clock_timestamp() as at, pg_walfile_name(lsn - 1) as last from pg_backup_stop(wait_for_archive => false)`);
  const { label, at, last } = ends[0]!; // one row
  const keys = await data.pictures.keys(client);
  const pictures = await files.write(
    `base/${name}/pictures.tar`,
    packPictures(data.pictures, each(keys), () => {}),
    { compress: false, signal },
  );
  const secrets = await files.write(`base/${name}/secrets.json`, [Buffer.from(JSON.stringify(data.secrets.read()))]);
  while (!(await repository.has(files.nameOf(`log/${last}`, true)))) await delay(POLL_MS, undefined, { signal });
  await writeBase(repository, name, {
    at: at.toISOString(),
    firstSegment: segment,
    postgres: major,
    label,
    files: { base, pictures, secrets },
  });
}

/** A folder as a tar archive. */
export function packFolder(folder: string): AsyncIterable<Buffer> {
  const archive = pack();
  const bytes = new PassThrough();
  addFolder(archive, folder, folder).then(
    () => archive.finalize(),
    (error: unknown) => archive.destroy(error as Error),
  );
  pipeline(archive, bytes).catch(() => {}); // the reader of `bytes` gets the error
  return bytes;
}

async function addFolder(archive: Pack, root: string, folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    const name = relative(root, path);
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isDirectory()) {
      archive.entry({ name: `${name}/`, type: "directory", mode: 0o700 });
      if (!EMPTY.has(name)) await addFolder(archive, root, path);
    } else if (entry.isFile()) await addFile(archive, path, name);
  }
}

const PART = 256 * 1024;

/** A file that grows or shrinks meanwhile gets the size it had: the log has what is missing. */
async function addFile(archive: Pack, path: string, name: string): Promise<void> {
  const known = await stat(path).catch(noneIfGone);
  const file = known && (await open(path, "r").catch(noneIfGone));
  if (!known || !file) return;
  try {
    const entry = archive.entry({ name, size: known.size, mode: 0o600 });
    const written = new Promise<void>((resolve, reject) => entry.once("finish", resolve).once("error", reject));
    written.catch(() => {}); // also awaited below, but it may fail while the file is read
    for (let left = known.size; left > 0;) {
      const part = Buffer.alloc(Math.min(PART, left));
      const { bytesRead } = await file.read(part, 0, part.length, known.size - left);
      const content = bytesRead === 0 ? part : part.subarray(0, bytesRead);
      if (!entry.write(content)) await Promise.race([once(entry, "drain"), written]);
      left -= content.length;
    }
    entry.end(undefined);
    await written;
  } finally {
    await file.close();
  }
}

function noneIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}

async function* each(keys: readonly string[]): AsyncGenerator<string> {
  yield* keys;
}
