import { resolve } from "node:path";
import { BackupError } from "./backup-error.ts";
import { FolderPlace } from "./folder-place.ts";
import type { Place } from "./place.ts";
import { S3Place, type S3Access } from "./s3-place.ts";

/**
 * Opens a folder, or `s3://bucket/prefix`.
 * @param base what a relative path is relative to
 */
export function openPlace(address: string, s3: S3Access | undefined, base = process.cwd()): Place {
  if (!address.startsWith("s3://")) return new FolderPlace(resolve(base, address));
  if (!s3) throw new BackupError("Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to reach the bucket.");
  return S3Place.open(address, s3);
}
