import { randomBytes } from "node:crypto";
import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Storage, StoredPicture } from "./storage.ts";

/** Pictures in a folder: `<key>/<width>.webp`. */
export class DiskStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** All of it or nothing: written beside its place and renamed. A folder with its name is complete. */
  async put({ key, files }: StoredPicture): Promise<void> {
    const place = join(this.#root, key);
    if (await isThere(place)) return;
    // No key begins with a dot, so nobody can ask for it.
    const fresh = join(this.#root, `.${key}.${randomBytes(6).toString("hex")}`);
    try {
      await mkdir(fresh, { recursive: true });
      for (const [width, bytes] of files) await writeThrough(join(fresh, `${width}.webp`), bytes);
      await rename(fresh, place);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      // Another request or process was quicker with the same picture.
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
    // Out of its place in one step: a folder that stands there is always complete.
    if (await isThere(place)) await rename(place, gone);
    await rm(gone, { recursive: true, force: true });
  }
}

/** Written to the disk itself: the database that names the picture survives a power cut too. */
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
