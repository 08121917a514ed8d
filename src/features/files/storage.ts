import type { Config } from "#server/settings/config.ts";
import { join } from "node:path";
import { DiskStorage } from "./disk-storage.ts";
import { S3Storage } from "./s3-storage.ts";

/** A picture in all its widths, under the key that its content gives it. */
export interface StoredPicture {
  readonly key: string;
  /** WebP by width. */
  readonly files: ReadonlyMap<number, Buffer>;
}

/** Where uploaded pictures are kept. */
export interface Storage {
  /** Keeps a picture; when this is done, its addresses work. Does no harm a second time. */
  put(picture: StoredPicture): Promise<void>;
  /** One file of a picture, or undefined when it is not there. */
  read(key: string, file: string): Promise<Buffer | undefined>;
  /** Forgets a picture, if it is there. */
  remove(key: string): Promise<void>;
}

/** The storage of the settings: a bucket, or a folder of `DATA_DIR`. */
export function storageOf({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Storage {
  return s3 ? new S3Storage(s3) : new DiskStorage(join(dataDir, "images"));
}
