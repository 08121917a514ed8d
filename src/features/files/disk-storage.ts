import { randomBytes } from "node:crypto";
import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { flushFolder } from "#server/flush-folder.ts";
import type { Storage, StoredPicture } from "./storage.ts";

/** Pictures in a folder: `<key>/<width>.webp`. */
export class DiskStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** All or nothing: written to a temporary folder, then renamed. A folder with its final name is complete. */
  async put({ key, files }: StoredPicture): Promise<void> {
    const place = join(this.#root, key);
    if (await isThere(place)) return;
    // Keys never start with a dot, so nobody can request it.
    const fresh = join(this.#root, `.${key}.${randomBytes(6).toString("hex")}`);
    try {
      await mkdir(fresh, { recursive: true });
      for (const [width, bytes] of files) await writeThrough(join(fresh, `${width}.webp`), bytes);
      await flushFolder(fresh);
      await rename(fresh, place);
      await flushFolder(this.#root);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      // Another request or process stored the same picture first.
      if (!(await isThere(place))) throw error;
    }
  }

  async read(key: string, file: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#root, key, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const place = join(this.#root, key);
    const gone = join(this.#root, `.${key}.${randomBytes(6).toString("hex")}`);
    // Renamed first, so that a folder with its final name is always complete.
    if (await isThere(place)) await rename(place, gone);
    await rm(gone, { recursive: true, force: true });
  }
}

/** Flushes to disk, so that after a power cut the picture is still there, like the database row that names it. */
async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
