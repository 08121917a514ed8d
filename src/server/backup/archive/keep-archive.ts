import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { databaseNow } from "../../db/clock.ts";
import { isArchivingFailing } from "../../db/embedded/archiving.ts";
import { withClient } from "../../db/hosts.ts";
import { BackupError } from "../backup-error.ts";
import { openRepository } from "../open-repository.ts";
import type { Repository } from "../repository.ts";
import type { S3Access } from "../s3-repository.ts";
import type { ShopData } from "../shop-data.ts";
import type { StoredFiles } from "../stored-files.ts";
import { isHistory, openArchive, readBases, readSegments } from "./archive-files.ts";
import { noteArchiveState, readArchiveState, type ArchiveState } from "./archive-state.ts";
import { makeBaseBackup } from "./base-backup.ts";
import { collectLog, compressWaiting } from "./collect-log.ts";

const EVERY_MS = 5000;
const NOTE_EVERY_MS = 60_000;
const BASE_EVERY_MS = 24 * 3_600_000;
/** The main process is ended before long while it stops. */
const END_WITHIN_MS = 10_000;

export interface ArchiveOptions {
  superuser: pg.ClientConfig;
  /** The server's data folder, and where it puts finished segments of its log. */
  folders: { data: string; log: string };
  /** Where the state of the archive is noted. */
  dataDir: string;
  to: string;
  keep: number;
  passphrase: string | undefined;
  s3: S3Access | undefined;
  data: ShopData;
  log: FastifyBaseLogger;
}

/**
 * Keeps an archive for going back to any time: a base backup each day, and the log since.
 * @returns a function that ends it, and stops the database in between, which finishes its log
 */
export function keepArchive(options: ArchiveOptions): (stopDatabase: () => Promise<void>) => Promise<void> {
  const end = new AbortController();
  const running = run(options, end.signal);
  return async (stopDatabase) => {
    end.abort();
    await stopDatabase();
    const ended = running.then(({ archive, making }) => Promise.all([archive && collectLast(archive, options), making]));
    // An upload in progress may take longer.
    await Promise.race([ended, delay(END_WITHIN_MS, undefined, { ref: false })]);
  };
}

/** Whoever stops the shop to go back in time finds everything in the archive. */
async function collectLast({ repository, files }: Archive, { folders, log }: ArchiveOptions): Promise<void> {
  await collectLog(folders.log, repository, files).catch((error: unknown) =>
    log.error({ err: error }, "the end of the database's log can't be archived; it is tried again at the next start"),
  );
}

interface Archive {
  repository: Repository;
  files: StoredFiles;
}

async function open({ to, s3, passphrase, superuser, folders }: ArchiveOptions): Promise<Archive> {
  const repository = openRepository(to, s3).folder(await systemOf(superuser));
  const { files, isEncrypted } = await openArchive(repository, passphrase);
  if (!isEncrypted) throw new BackupError(`${repository.address} is not encrypted. Give this shop another ARCHIVE_TO.`);
  // The server hands over the histories that it writes while archiving is on, which it isn't during a restore.
  for (const name of (await readdir(join(folders.data, "pg_wal"))).filter(isHistory))
    await copyFile(join(folders.data, "pg_wal", name), join(folders.log, name));
  return { repository, files };
}

interface Left {
  /** If it could be opened. */
  archive: Archive | undefined;
  /** A base backup that is being interrupted. */
  making: Promise<void> | undefined;
}

async function run(options: ArchiveOptions, signal: AbortSignal): Promise<Left> {
  const { to, folders, dataDir, superuser, data, log, keep } = options;
  let archive: Archive | undefined;
  /** When the newest base backup was made; 0 if there is none to which the log can be applied. */
  let lastBase: number | undefined;
  let making: Promise<void> | undefined;
  let failure: unknown;
  const known = readArchiveState(dataDir);
  let state: ArchiveState = known.to === to ? { ...known, problem: "" } : { at: null, problem: "" };
  const note = (now: ArchiveState) => {
    state = now;
    // Without room for it, the time of the last success tells.
    try {
      noteArchiveState(dataDir, state);
    } catch {}
  };
  const makeBase = async ({ repository, files }: Archive) => {
    try {
      await makeBaseBackup({ superuser, folder: folders.data, repository, files, data, signal });
      lastBase = databaseNow();
      failure = undefined;
      log.info("a base backup for point-in-time restores was made");
      await removeOldBases(repository, keep).catch((error: unknown) => log.error({ err: error }, "old base backups could not be removed"));
    } catch (error) {
      failure = error;
    } finally {
      making = undefined;
    }
  };
  while (!signal.aborted) {
    try {
      archive ??= await open(options);
      await collectLog(folders.log, archive.repository, archive.files);
      // A database that doesn't respond is noticed elsewhere.
      if (await isArchivingFailing(superuser).catch(() => false))
        throw new BackupError(`The database can't put its log into ${folders.log}. Make room there, and let its account write there.`);
      lastBase ??= state.to === to ? Date.parse((await readBases(archive.repository))[0]?.base.at ?? "1970-01-01") : 0;
      // A time far in the future was written while the clock was wrong.
      if (Math.abs(databaseNow() - lastBase) > BASE_EVERY_MS) making ??= makeBase(archive);
      if (failure) throw failure;
      if (state.problem) log.info("the database's log is archived again");
      const now = databaseNow();
      if (lastBase > 0 && (state.problem || !state.at || Math.abs(now - Date.parse(state.at)) > NOTE_EVERY_MS))
        note({ at: new Date(now).toISOString(), problem: "", to });
    } catch (error) {
      if (signal.aborted) break;
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== state.problem) log.error({ err: error }, "the database's log can't be archived; it is tried again");
      note({ ...state, problem });
      await compressWaiting(folders.log).catch((failed: unknown) => log.debug({ err: failed }, "the waiting log can't be compressed"));
    }
    await delay(EVERY_MS, undefined, { signal }).catch(() => {});
  }
  return { archive, making };
}

/** Different for each database that was ever created, so that two never mix. */
async function systemOf(superuser: pg.ClientConfig): Promise<string> {
  return withClient(superuser, async (client) => {
    const { rows } = await client.query<{ id: string }>("select system_identifier::text as id from pg_control_system()");
    return rows[0]!.id; // one row
  });
}

/** Removes base backups beyond the newest `keep`, those that were never finished, and the log that only they needed. */
async function removeOldBases(repository: Repository, keep: number): Promise<void> {
  const kept = (await readBases(repository)).slice(0, keep);
  const all = repository.folder("base");
  for (const name of await all.folders()) if (!kept.some((one) => one.name === name)) await all.folder(name).remove();
  // After the timeline's eight digits, the number of a segment counts up. A restore may have gone back to a lower one.
  const [first] = kept.map(({ base }) => base.firstSegment.slice(8)).toSorted();
  if (!first) return;
  const isOld = (name: string) => /^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < first;
  for (const name of (await readSegments(repository)).filter(isOld)) await repository.folder("log").removeFile(name);
}
