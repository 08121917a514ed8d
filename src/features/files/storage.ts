import type { Config } from "#server/settings/config.ts";
import { join } from "node:path";
import { DiskStorage } from "./disk-storage.ts";
import { S3Storage } from "./s3-storage.ts";

/** A picture in all widths, with a key derived from its content. */
export interface StoredPicture {
  readonly key: string;
  /** WebP by width. */
  readonly files: ReadonlyMap<number, Buffer>;
}

/** Where uploaded pictures are stored. */
export interface Storage {
  /** Stores a picture; its paths work once this is done. Safe to repeat. */
  put(picture: StoredPicture): Promise<void>;
  /** One file of a picture; undefined if it doesn't exist. */
  read(key: string, file: string): Promise<Buffer | undefined>;
  /** Removes a picture, if it exists. */
  remove(key: string): Promise<void>;
}

/** The configured storage: a bucket, or a folder in `DATA_DIR`. */
export function storageOf({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Storage {
  return s3 ? new S3Storage(s3) : new DiskStorage(join(dataDir, "images"));
}
