import { sayRecorded } from "#words/recorded.ts";
import type { Text } from "#words/t.ts";

/** Why a backup was not made, where the shop knows. */
const PROBLEMS = [
  "{address} cannot be written: {problem}. Make room there, or back up to another place.",
  "{address} cannot be written: {problem}. Let the account that runs this write there, or back up to another place.",
  "The database can't put its log into {folder}. Make room there, and let its account write there.",
  "{address} is not an address such as s3://bucket/folder.",
  "{address} exists already. Wait a second and try again.",
  "{address} exists already with other content. Give this shop another ARCHIVE_TO.",
  "{address} is not encrypted. Give this shop another ARCHIVE_TO.",
  "{address} is missing.",
  "Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to reach the bucket.",
  "The bucket {bucket} answered {status} to {request}: {code}",
  "The bucket did not accept {name}: {code}",
  "This archive is encrypted. Set BACKUP_PASSPHRASE to its passphrase.",
  "no reason",
] as const satisfies readonly Text[];

/** Why a backup failed, as recorded in English, in the current language. The words of the database or the system stay as they are. */
export const problemInWords = (recorded: string): string => sayRecorded(recorded, PROBLEMS);
