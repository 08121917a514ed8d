import { createHash } from "node:crypto";
import type pg from "pg";
import { withClient } from "../db/hosts.ts";
import { readApplied } from "./applied-migrations.ts";
import { BackupError } from "./backup-error.ts";
import { cipherOf, newRecipe } from "./cipher.ts";
import { beginSnapshot, copyOut, readSequences, readTables } from "./copy-tables.ts";
import { FORMAT, JOBS, KEY_RECIPE, MANIFEST, PICTURES, SECRETS, SUMS, tableFile, type Manifest, type StoredFile } from "./manifest.ts";
import { linesOf } from "./sha256-sums.ts";
import { packPictures } from "./picture-archive.ts";
import type { Repository } from "./repository.ts";
import type { ShopData } from "./shop-data.ts";
import { only, StoredFiles } from "./stored-files.ts";
import { copyWaitingJobs, countWaitingJobs } from "./waiting-jobs.ts";

export interface BackupOptions {
  connection: pg.ClientConfig;
  /** Where backups are; each gets a folder of its own, named by its time. */
  repository: Repository;
  data: ShopData;
  shop: string;
  program: string;
  /** Unset: not encrypted, and without secrets. */
  passphrase: string | undefined;
  signal?: AbortSignal;
}

/** A finished backup. */
export interface MadeBackup {
  /** Its folder, as `npm run restore` takes it. */
  address: string;
  manifest: Manifest;
  bytes: number;
}

/**
 * Backs up a running shop: all tables at one moment, pictures and, if encrypted, secrets. Only a few chunks are in memory at a time. The
 * shop keeps running: reading a snapshot blocks nobody.
 * @throws BackupError, or whatever the database or the storage threw; what was written is removed then
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  return withClient(options.connection, async (client) => {
    const { rows } = await client.query<{ at: Date }>("select now() as at");
    const folder = options.repository.folder(nameOf(rows[0]!.at)); // one row
    const abort = () => void client.end().catch(() => {});
    options.signal?.addEventListener("abort", abort);
    try {
      if (await folder.has(SUMS)) throw new BackupError(`${folder.address} exists already. Wait a second and try again.`);
      return await write(client, folder, options);
    } catch (error) {
      await folder.remove().catch(() => {});
      throw error;
    } finally {
      options.signal?.removeEventListener("abort", abort);
    }
  });
}

/** Folders sort by time. */
const nameOf = (at: Date) => at.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
export const IS_BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

async function write(client: pg.Client, folder: Repository, { data, shop, program, passphrase }: BackupOptions): Promise<MadeBackup> {
  const recipe = passphrase === undefined ? undefined : newRecipe();
  const cipher = recipe && (await cipherOf(passphrase!, recipe));
  const files = new StoredFiles(folder, cipher);
  const stored: StoredFile[] = [];

  // Most pictures are copied before the snapshot. That way, one that the snapshot names is in the backup even if it is removed right after.
  const pictures = { stored: 0, missing: 0 };
  const archive = packPictures(data.pictures, keys(), (isThere) => (isThere ? pictures.stored++ : pictures.missing++));
  const snapshotReady = Promise.withResolvers<void>();
  const before = Promise.withResolvers<void>();
  async function* keys(): AsyncGenerator<string> {
    const early = await data.pictures.keys(client);
    yield* early;
    before.resolve();
    await snapshotReady.promise;
    const known = new Set(early);
    for (const key of await data.pictures.keys(client)) if (!known.has(key)) yield key;
  }
  const packed = files.write(PICTURES, archive, { compress: false });
  packed.catch(before.reject);
  await before.promise;
  await beginSnapshot(client);
  snapshotReady.resolve();
  stored.push(await packed);

  const { rows } = await client.query<{ at: Date; postgres: string }>("select now() as at, current_setting('server_version') as postgres");
  const left = new Set([...data.passing, ...(cipher ? [] : data.secret.tables)]);
  const replaced = cipher ? [] : data.secret.values;
  const tables: Manifest["tables"] = [];
  for (const table of await readTables(client)) {
    if (left.has(table.name)) continue;
    const copy = copyOut(client, table, replaced);
    stored.push(await files.write(tableFile(table.name), copy.stream));
    tables.push({ ...table, rows: copy.rows() });
  }
  const waiting = await countWaitingJobs(client);
  stored.push(await files.write(JOBS, copyWaitingJobs(client)));
  if (cipher) stored.push(await files.write(SECRETS, [Buffer.from(JSON.stringify(data.secrets.read()))]));

  const manifest: Manifest = {
    format: FORMAT,
    at: rows[0]!.at.toISOString(),
    shop,
    program,
    postgres: rows[0]!.postgres,
    encrypted: cipher !== undefined,
    migrations: await readApplied(client),
    tables,
    sequences: await readSequences(client),
    ...waiting,
    pictures,
    leftOut: cipher ? [] : [...data.secret.tables, ...data.secret.values.map(({ table, column }) => `${table}.${column}`), "secrets"],
    files: stored,
  };
  await client.query("commit");
  await finish(folder, files, manifest, recipe);
  return { address: folder.address, manifest, bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function finish(folder: Repository, files: StoredFiles, manifest: Manifest, recipe: object | undefined): Promise<void> {
  const sums = [...manifest.files, await files.write(MANIFEST, [inLines(manifest)], { compress: false })];
  if (recipe) {
    const bytes = inLines(recipe);
    await folder.write(KEY_RECIPE, only(bytes));
    sums.push({ name: KEY_RECIPE, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  await folder.write(SUMS, only(Buffer.from(linesOf(sums))));
}

const inLines = (value: object) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
