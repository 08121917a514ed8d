import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../settings/config.ts";
import type { Place } from "./embedded-place.ts";

/** PostgreSQL's major version of the programs. */
export function majorOf({ bin }: Pick<Place, "bin">): number {
  const { stdout } = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)/.exec(stdout)?.[1]);
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
