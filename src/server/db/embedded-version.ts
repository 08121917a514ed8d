import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../settings/config.ts";
import type { Place } from "./embedded-place.ts";

/** The version of the programs, such as `18.4`. */
function versionOf({ bin }: Pick<Place, "bin">): string {
  const { stdout } = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return / (\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? "";
}

/** PostgreSQL's major version of the programs. */
export function majorOf(place: Pick<Place, "bin">): number {
  return Number.parseInt(versionOf(place), 10);
}

/** The version that a shop's data was last run with. */
interface Run {
  version: string;
  /** The one before, if `npm install` brought another. */
  before?: string;
}

const noteIn = (dataDir: string) => join(dataDir, "postgres-version.json");

/** The version that a shop's embedded PostgreSQL was last run with, and the one before; undefined if it never ran. */
export function readRun(dataDir: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(noteIn(dataDir), "utf8")) as Run; // written below
  } catch {
    return undefined;
  }
}

/**
 * Notes which version runs a shop's data now.
 * @returns what to tell the operator, once, if it is not the one of the last time
 */
export function noteRun(place: Pick<Place, "bin">, dataDir: string): string | undefined {
  const version = versionOf(place);
  const last = readRun(dataDir);
  if (last?.version === version) return undefined;
  const fresh = `${noteIn(dataDir)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify({ version, ...(last && { before: last.version }) } satisfies Run));
  renameSync(fresh, noteIn(dataDir));
  return last && `PostgreSQL was updated from ${last.version} to ${version}; see https://www.postgresql.org/docs/release/${version}/`;
}

/**
 * A new major version can't read the files of the one before.
 * @throws StartError that says how to carry the data over
 */
export function checkMajor(place: Place, dataDir: string): void {
  const file = join(place.data, "PG_VERSION");
  if (!existsSync(file)) return;
  const found = Number.parseInt(readFileSync(file, "utf8"), 10);
  const brings = majorOf(place);
  if (found === brings) return;
  throw new StartError(
    [
      `The database in ${place.data} is of PostgreSQL ${found}, and this version of the shop brings PostgreSQL ${brings}.`,
      "To carry it over, with the shop's previous version and the same settings:",
      `  BACKUP_PASSPHRASE='at least twelve characters' npm run backup -- ${dataDir}-backup`,
      "then with this version:",
      `  mv ${dataDir} ${dataDir}-${found}`,
      `  BACKUP_PASSPHRASE='…' npm run restore -- ${dataDir}-backup --with-emails`,
    ].join("\n"),
  );
}
