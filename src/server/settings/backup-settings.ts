import { z } from "zod";
import type { S3Access } from "../backup/s3-repository.ts";
import { baseAddress } from "./http-address.ts";
import type { S3Config } from "./s3-settings.ts";

const text = z.string().trim().min(1);

const address = text.regex(/^(?!s3:)|^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/|$)/, "is neither a folder nor an s3://bucket/folder");

export const backupSettings = {
  BACKUP_TO: address.optional(),
  ARCHIVE_TO: address.optional(),
  BACKUP_KEEP: z.coerce.number<string>().int().min(1).max(1000).default(7),
  BACKUP_PASSPHRASE: z.string().min(12, "needs at least 12 characters").optional(),
  BACKUP_S3_ENDPOINT: baseAddress.optional(),
  BACKUP_S3_REGION: text.regex(/^[a-z0-9-]+$/, "is not the name of a region").optional(),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
};

const shape = z.object(backupSettings);
type BackupSettings = z.output<typeof shape>;

/** Where and how the shop is backed up. */
export interface BackupConfig {
  /** Where the nightly backup goes: a folder or `s3://…`; unset: there is none. */
  to: string | undefined;
  /** Where the embedded database's log goes, for restores to any time; unset: nowhere. */
  archiveTo: string | undefined;
  /** How many nightly backups are kept, and how many base backups of the archive. */
  keep: number;
  /** Unset: backups are not encrypted and hold no secrets. */
  passphrase: string | undefined;
  /** For `s3://` addresses: keys of its own, or those of the pictures. */
  s3: S3Access | undefined;
}

/** The missing setting of a half-configured bucket. */
export function missingBackupSettings(value: BackupSettings, s3: S3Config | undefined): { name: string; why: string }[] {
  const names = ["BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY"] as const;
  const set = names.filter((name) => value[name] !== undefined);
  if (set.length === 2) return [];
  if (set.length === 1) return names.filter((name) => value[name] === undefined).map((name) => ({ name, why: `is needed with ${set[0]}` }));
  const needed = (["BACKUP_TO", "ARCHIVE_TO"] as const).find((name) => value[name]?.startsWith("s3:"));
  return s3 || !needed ? [] : names.map((name) => ({ name, why: `is needed with ${needed}` }));
}

export function toBackup(value: BackupSettings, s3: S3Config | undefined): BackupConfig {
  return {
    to: value.BACKUP_TO,
    archiveTo: value.ARCHIVE_TO,
    keep: value.BACKUP_KEEP,
    passphrase: value.BACKUP_PASSPHRASE,
    s3: accessOf(value, s3),
  };
}

function accessOf(value: BackupSettings, s3: S3Config | undefined): S3Access | undefined {
  const region = value.BACKUP_S3_REGION ?? s3?.region ?? "us-east-1";
  const accessKeyId = value.BACKUP_S3_ACCESS_KEY_ID ?? s3?.accessKeyId;
  const secretAccessKey = value.BACKUP_S3_SECRET_ACCESS_KEY ?? s3?.secretAccessKey;
  if (!accessKeyId || !secretAccessKey) return undefined;
  const amazons = `https://s3.${region}.amazonaws.com`;
  return {
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: value.BACKUP_S3_ENDPOINT ?? (value.BACKUP_S3_REGION ? amazons : (s3?.endpoint ?? amazons)),
  };
}
