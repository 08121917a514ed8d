import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkMajor, noteRun, readRun } from "./version.ts";

const folder = mkdtempSync(join(tmpdir(), "despensa-version-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** PostgreSQL's programs of a version, as far as they are asked for it. */
function programs(version: string) {
  const program = join(folder, "postgres");
  writeFileSync(program, `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`);
  chmodSync(program, 0o755);
  return { bin: folder };
}

test("an update of PostgreSQL is told once, and the back office knows the version before", () => {
  expect(noteRun(programs("18.4"), folder)).toBeUndefined();
  expect(readRun(folder)).toEqual({ version: "18.4" });
  expect(noteRun(programs("18.4"), folder)).toBeUndefined();
  expect(noteRun(programs("18.5"), folder)).toMatch(/^PostgreSQL was updated from 18\.4 to 18\.5; see https:/);
  expect(noteRun(programs("18.5"), folder)).toBeUndefined();
  expect(readRun(folder)).toEqual({ version: "18.5", before: "18.4" });
});

test("data of an older major version is refused, with the command that carries it over", () => {
  writeFileSync(join(folder, "PG_VERSION"), "17\n");
  const place = { ...programs("18.5"), data: folder, account: undefined };
  expect(() => checkMajor(place, "/srv/shop")).toThrow(
    /was made by PostgreSQL 17, but this version of the shop comes with PostgreSQL 18\.[^]*npm run database:upgrade/,
  );
  writeFileSync(join(folder, "PG_VERSION"), "18\n");
  expect(() => checkMajor(place, "/srv/shop")).not.toThrow();
});
