import * as z from "zod/mini";
import { BackupError } from "../backup-error.ts";
import { cipherOf, keyRecipe, newRecipe } from "../cipher.ts";
import type { Repository } from "../repository.ts";
import { only, readAll, StoredFiles } from "../stored-files.ts";

const RECIPE = "encryption.json";

const file = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });

/** A copy of the database's files, to which the log is applied. */
export const baseBackup = z.object({
  /** When it was finished: a restore can go to any time after that. */
  at: z.iso.datetime(),
  /** The first segment of the log it needs. */
  firstSegment: z.string().check(z.regex(/^[0-9A-F]{24}$/)),
  /** PostgreSQL's major version. */
  postgres: z.int(),
  label: z.string(),
  files: z.object({ base: file, pictures: file, secrets: z.nullable(file) }),
});
export type BaseBackup = z.output<typeof baseBackup>;

/** Opens the files of an archive: encrypted if it has a recipe, or is new and there is a passphrase. */
export async function openArchive(
  repository: Repository,
  passphrase: string | undefined,
): Promise<{ files: StoredFiles; isEncrypted: boolean }> {
  if (!(await repository.has(RECIPE))) {
    const isNew = (await repository.files()).length === 0;
    if (!passphrase || !isNew) return { files: new StoredFiles(repository, undefined), isEncrypted: false };
    await repository.write(RECIPE, only(Buffer.from(JSON.stringify(newRecipe()))));
  }
  if (!passphrase) throw new BackupError("This archive is encrypted. Set BACKUP_PASSPHRASE to its passphrase.");
  const recipe = keyRecipe.parse(JSON.parse((await readAll(await repository.read(RECIPE))).toString()));
  return { files: new StoredFiles(repository, await cipherOf(passphrase, recipe)), isEncrypted: true };
}

/** The base backups of an archive that are complete, newest first. */
export async function readBases(repository: Repository): Promise<{ name: string; base: BaseBackup }[]> {
  const bases: { name: string; base: BaseBackup }[] = [];
  for (const name of (await repository.folder("base").folders()).toSorted().toReversed()) {
    const about = repository.folder("base").folder(name);
    if (!(await about.has(ABOUT))) continue;
    bases.push({ name, base: baseBackup.parse(JSON.parse((await readAll(await about.read(ABOUT))).toString())) });
  }
  return bases;
}

export const writeBase = (repository: Repository, name: string, base: BaseBackup): Promise<void> =>
  repository.write(`base/${name}/${ABOUT}`, only(Buffer.from(JSON.stringify(base, undefined, 2))));

/** Written last: without it, a base backup is not complete. */
const ABOUT = "base.json";

/** Whether it is the history of a timeline, as the server names it. */
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name);

/** The timeline that a file of the log belongs to. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16);

/** The files of the log that an archive has. */
export async function readSegments(repository: Repository): Promise<string[]> {
  return (await repository.folder("log").files()).filter((name) => SEGMENT.test(name));
}

/** A segment, or the history of a timeline, as the server names them. */
export const IS_LOG = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history|[0-9A-F]{24}\.[0-9A-F]{8}\.backup)$/;
const SEGMENT = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)\.zst(?:\.enc)?$/;
