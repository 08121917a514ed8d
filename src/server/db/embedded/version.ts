import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../settings/start-error.ts";
import type { Installation } from "./installation.ts";
import { fixedBy } from "./security-fixes.ts";

/** The version of the programs, such as `18.4`. */
export function versionOf({ bin }: Pick<Installation, "bin">): string {
  const { stdout } = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return / (\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? "";
}

/** The major version of the PostgreSQL programs. */
export function majorOf(installation: Pick<Installation, "bin">): number {
  return Number.parseInt(versionOf(installation), 10);
}

/** The version that a shop's data was last run with. */
interface Run {
  version: string;
  /** The previous version, if `npm install` changed it. */
  before?: string;
}

const noteIn = (dataDir: string) => join(dataDir, "postgres-version.json");

/** The version that a shop's embedded PostgreSQL was last run with, and the previous one; undefined if it never ran. */
export function readRun(dataDir: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(noteIn(dataDir), "utf8")) as Run; // written below
  } catch {
    return undefined;
  }
}

/**
 * Records which version now runs a shop's data.
 * @returns what to tell the operator, once, if the version has changed
 */
export function noteRun(installation: Pick<Installation, "bin">, dataDir: string): string | undefined {
  const version = versionOf(installation);
  const last = readRun(dataDir);
  if (last?.version === version) return undefined;
  const fresh = `${noteIn(dataDir)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify({ version, ...(last && { before: last.version }) } satisfies Run));
  renameSync(fresh, noteIn(dataDir));
  return (
    last && `PostgreSQL was updated from ${last.version} to ${version}${inWords(fixedBy(last.version, version))}; see ${notesOf(version)}`
  );
}

const notesOf = (version: string) => `https://www.postgresql.org/docs/release/${version}/`;

function inWords(fixed: readonly string[] | undefined): string {
  if (!fixed) return "";
  return fixed.length > 0 ? `, which fixes security vulnerabilities (${fixed.join(", ")})` : ", which fixes no security vulnerability";
}

/** The major version of PostgreSQL that wrote the data; undefined if there is none yet. */
export function majorOfData({ data }: Pick<Installation, "data">): number | undefined {
  const file = join(data, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
}

/** Where `npm run database:upgrade` builds the data of the new major version: a data folder of its own. */
export const upgradeFolder = (dataDir: string) => join(dataDir, "postgres-upgrade");

/**
 * A new major version can't read the files of an older one.
 * @throws StartError that says how to upgrade the data
 */
export function checkMajor(installation: Installation, dataDir: string): void {
  const found = majorOfData(installation);
  // The former data has been moved aside, and the new data isn't in place yet.
  if (found === undefined && existsSync(upgradeFolder(dataDir)))
    throw new StartError("An upgrade of the database was interrupted. To finish it: npm run database:upgrade");
  const brings = majorOf(installation);
  if (found === undefined || found === brings) return;
  throw new StartError(
    [
      `The database in ${installation.data} was made by PostgreSQL ${found}, but this version of the shop comes with PostgreSQL ${brings}.`,
      "To carry it over: npm run database:upgrade",
    ].join("\n"),
  );
}
