import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";
import { BackupError } from "./backup-error.ts";
import { readAll } from "./stored-files.ts";

/** A picture in all its sizes: bytes by file name. */
export type PictureFiles = ReadonlyMap<string, Buffer>;

/** Where the shop stores pictures. */
export interface PictureStore {
  /** Undefined if it isn't stored. */
  read(key: string): Promise<PictureFiles | undefined>;
  /** Safe to repeat. */
  put(key: string, files: PictureFiles): Promise<void>;
}

/** Pictures as a tar archive, one after the other. Calls `onEntry` for each, with whether it was found. */
export function packPictures(store: PictureStore, keys: AsyncIterable<string>, onEntry: (isThere: boolean) => void): AsyncIterable<Buffer> {
  const archive = pack();
  const bytes = new PassThrough();
  async function fill(): Promise<void> {
    for await (const key of keys) {
      const files = await store.read(key);
      onEntry(files !== undefined);
      for (const [name, content] of files ?? []) {
        const entry = archive.entry({ name: `${key}/${name}`, size: content.length, mtime: new Date(0) });
        const written = new Promise<void>((resolve, reject) => entry.once("finish", resolve).once("error", reject));
        entry.end(content);
        await written;
      }
    }
    archive.finalize();
  }
  fill().catch((error: unknown) => archive.destroy(error as Error));
  pipeline(archive, bytes).catch(() => {}); // the reader of `bytes` gets the error
  return bytes;
}

/** Stores the pictures of an archive, one at a time. @returns how many */
export async function unpackPictures(store: PictureStore, content: AsyncIterable<Buffer>): Promise<number> {
  const archive = extract();
  let key = "";
  let files = new Map<string, Buffer>();
  let count = 0;
  async function put(): Promise<void> {
    if (files.size === 0) return;
    await store.put(key, files);
    files = new Map();
    count++;
  }
  const source = pipeline(Readable.from(content), archive);
  source.catch(() => {}); // awaited below
  for await (const entry of archive) {
    const [, folder, name] = /^([a-z0-9-]+)\/([\w.-]+)$/.exec(entry.header.name) ?? [];
    if (!folder || !name) throw new BackupError(`The pictures have a file with an unexpected name: ${entry.header.name}`);
    if (folder !== key) await put();
    key = folder;
    files.set(name, await readAll(Readable.from(entry)));
  }
  await source;
  await put();
  return count;
}
