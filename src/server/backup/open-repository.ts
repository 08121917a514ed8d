import { resolve } from "node:path";
import { BackupError } from "./backup-error.ts";
import { FolderRepository } from "./folder-repository.ts";
import type { Repository } from "./repository.ts";
import { S3Repository, type S3Access } from "./s3-repository.ts";

/**
 * Opens a folder, or `s3://bucket/prefix`.
 * @param base what a relative path is relative to
 */
export function openRepository(address: string, s3: S3Access | undefined, base = process.cwd()): Repository {
  if (!address.startsWith("s3://")) return new FolderRepository(resolve(base, address));
  if (!s3) throw new BackupError("Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to reach the bucket.");
  return S3Repository.open(address, s3);
}
