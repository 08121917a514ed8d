import { createReadStream } from "node:fs";
import { access, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { flushFolder } from "../flush-folder.ts";
import { BackupError } from "./backup-error.ts";
import type { Repository } from "./repository.ts";

/** Backups hold everything about everyone: only their owner may read them. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export class FolderRepository implements Repository {
  readonly address: string;

  constructor(path: string) {
    this.address = path;
  }

  async write(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    const path = join(this.address, name);
    const fresh = join(dirname(path), `.${basename(path)}.part`);
    const failed = (error: unknown): never => {
      throw inWords(this.address, error);
    };
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE }).catch(failed);
    const file = await open(fresh, "w", FILE_MODE).catch(failed);
    try {
      for await (const bytes of source) await file.writeFile(bytes).catch(failed);
      await file.sync().catch(failed);
    } catch (error) {
      await file.close().catch(() => {});
      await rm(fresh, { force: true });
      throw error;
    }
    await file.close();
    await rename(fresh, path);
    await flushFolder(dirname(path));
  }

  async read(name: string): Promise<AsyncIterable<Buffer>> {
    if (!(await this.has(name))) throw new BackupError(`${join(this.address, name)} is missing.`);
    return createReadStream(join(this.address, name), { highWaterMark: 256 * 1024 });
  }

  has(name: string): Promise<boolean> {
    return access(join(this.address, name)).then(
      () => true,
      () => false,
    );
  }

  async folders(): Promise<string[]> {
    const entries = await readdir(this.address, { withFileTypes: true }).catch(noneIfMissing);
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  async files(): Promise<string[]> {
    const entries = await readdir(this.address, { withFileTypes: true, recursive: true }).catch(noneIfMissing);
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map(({ parentPath, name }) => relative(this.address, join(parentPath, name)));
  }

  folder(name: string): Repository {
    return new FolderRepository(join(this.address, name));
  }

  remove(): Promise<void> {
    return rm(this.address, { recursive: true, force: true });
  }

  removeFile(name: string): Promise<void> {
    return rm(join(this.address, name), { force: true });
  }
}

function inWords(address: string, error: unknown): BackupError {
  const { code, message } = error as NodeJS.ErrnoException;
  const cannot = `${address} cannot be written: ${message}.`;
  if (code === "ENOSPC" || code === "EDQUOT") return new BackupError(`${cannot} Make room there, or back up to another place.`);
  return new BackupError(`${cannot} Let the account that runs this write there, or back up to another place.`);
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}
