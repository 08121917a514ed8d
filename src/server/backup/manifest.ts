import * as z from "zod/mini";

/** Raised when older programs can no longer read new backups. */
export const FORMAT = 1;

const count = z.int().check(z.gte(0));
const name = z.string().check(z.regex(/^[\w-]+$/));

/** What a backup holds. */
export const manifest = z.object({
  format: z.int(),
  /** When its snapshot was taken, by the database's clock. */
  at: z.iso.datetime(),
  shop: z.string(),
  /** The program's version, for people. */
  program: z.string(),
  postgres: z.string(),
  encrypted: z.boolean(),
  /** The migrations that were applied, oldest first. */
  migrations: z.array(z.object({ hash: z.string(), at: z.int() })),
  tables: z.array(z.object({ name, columns: z.array(name), rows: count })),
  sequences: z.array(z.object({ name, last: z.string().check(z.regex(/^-?\d+$/)), isCalled: z.boolean() })),
  /** Background jobs that were waiting, and how many of them are emails. */
  jobs: count,
  emails: count,
  /** `missing`: removed while the backup was made, or not stored yet. */
  pictures: z.object({ stored: count, missing: count }),
  /** What it leaves out because it is not encrypted. */
  leftOut: z.array(z.string()),
  /** Everything but the manifest, as stored: compressed and perhaps encrypted. */
  files: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
});
export type Manifest = z.output<typeof manifest>;
export type StoredFile = Manifest["files"][number];

export const MANIFEST = "manifest.json";
/** How to derive the key of an encrypted backup. */
export const KEY_RECIPE = "encryption.json";
/** Written last, for `sha256sum -c`: without it, the backup is not complete. */
export const SUMS = "SHA256SUMS";
export const JOBS = "jobs.tsv";
export const PICTURES = "pictures.tar";
export const SECRETS = "secrets.json";
export const tableFile = (table: string) => `tables/${table}.tsv`;
