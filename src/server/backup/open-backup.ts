import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { checkKnown } from "./applied-migrations.ts";
import { BackupError } from "./backup-error.ts";
import { cipherOf, keyRecipe } from "./cipher.ts";
import { newestBackup } from "./list-backups.ts";
import { FORMAT, KEY_RECIPE, MANIFEST, manifest as shape, SUMS, type Manifest, type StoredFile } from "./manifest.ts";
import type { Repository } from "./repository.ts";
import { linesOf, sumsOf } from "./sha256-sums.ts";
import { readAll, StoredFiles } from "./stored-files.ts";

/** A backup that can be read. */
export interface OpenBackup {
  readonly address: string;
  readonly manifest: Manifest;
  readonly files: StoredFiles;
  /** The stored file for a plain name, such as `jobs.tsv`. */
  file(name: string, compressed?: boolean): StoredFile;
}

/**
 * Opens a backup, or the newest one of a folder of backups.
 * @throws BackupError if it isn't complete, is too new, was changed, or the passphrase is missing or wrong
 */
export async function openBackup(given: Repository, passphrase: string | undefined): Promise<OpenBackup> {
  const repository = (await given.has(SUMS)) ? given : await newestBackup(given);
  if (!repository) throw new BackupError(`There is no complete backup at ${given.address}.`);
  const sumsText = await textOf(repository, SUMS);
  const sums = sumsOf(sumsText);
  const isEncrypted = sums.has(KEY_RECIPE);
  if (isEncrypted && !passphrase) throw new BackupError("This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.");
  const cipher = isEncrypted ? await cipherOf(passphrase!, recipeOf(await checked(repository, KEY_RECIPE, sums))) : undefined;
  const files = new StoredFiles(repository, cipher);

  const name = files.nameOf(MANIFEST, false);
  const stored = await checked(repository, name, sums);
  let text = "";
  const file = { name, bytes: stored.length, sha256: sums.get(name)! }; // `checked` found it
  await files.read(file, async (content) => void (text = (await readAll(content)).toString()));
  const manifest = manifestOf(text);
  const listed = [...manifest.files, file, ...(isEncrypted ? [{ name: KEY_RECIPE, sha256: sums.get(KEY_RECIPE)! }] : [])];
  if (sumsText !== linesOf(listed)) throw new BackupError(`${SUMS} is damaged: it does not list what the manifest does.`);
  return {
    address: repository.address,
    manifest,
    files,
    file(plain, compressed = true) {
      const found = manifest.files.find((one) => one.name === files.nameOf(plain, compressed));
      if (!found) throw new BackupError(`The backup has no ${plain}.`);
      return found;
    },
  };
}

/** Reads every file once. @throws BackupError if one is missing, cut or changed */
export async function verifyBackup({ manifest, files }: OpenBackup): Promise<void> {
  for (const file of manifest.files) await files.verify(file);
}

function manifestOf(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  const { format } = z.object({ format: z.int() }).parse(value);
  if (format > FORMAT) throw new BackupError("A newer version of the program made this backup. Install that version, then restore again.");
  const manifest = shape.parse(value);
  checkKnown(manifest.migrations);
  return manifest;
}

function recipeOf(bytes: Buffer) {
  return keyRecipe.parse(JSON.parse(bytes.toString()));
}

async function textOf(repository: Repository, name: string): Promise<string> {
  return (await readAll(await repository.read(name))).toString();
}

/** A small file, compared with its SHA-256. */
async function checked(repository: Repository, name: string, sums: Map<string, string>): Promise<Buffer> {
  const bytes = await readAll(await repository.read(name));
  if (createHash("sha256").update(bytes).digest("hex") !== sums.get(name))
    throw new BackupError(`${name} is damaged: its SHA-256 is not the one in ${SUMS}.`);
  return bytes;
}
