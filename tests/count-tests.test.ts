import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "despensa-count-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The last two lines of the counts of a log. */
function count(log: string, status = 0): string[] {
  const file = join(folder, "log");
  writeFileSync(file, log);
  const program = join(import.meta.dirname, "../bin/count-tests.mjs");
  return execFileSync(process.execPath, [program, file, String(status)], { encoding: "utf8" })
    .trim()
    .split("\n");
}

const VITEST = `
\u001B[2m Test Files \u001B[22m \u001B[1m\u001B[32m151 passed\u001B[39m (151)
\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[32m1861 passed\u001B[39m\u001B[22m (1861)
`;
const PLAYWRIGHT = `
  1 flaky
    [shop] › tests/e2e/cart.spec.ts:12:1 › Add, plus and minus
  298 passed (17.0m)
`;

test("results of all runners are added up", () => {
  expect(count(VITEST + PLAYWRIGHT)).toEqual(["Flaky, passed only when tried again: 1", "2160 passed, 0 failed"]);
  expect(count("      Tests  2 failed | 11 passed (13)\n")).toContain("11 passed, 2 failed");
});

test("errors outside of tests, and tests that never ran, count as failed", () => {
  expect(count(`${VITEST}\u001B[2m     Errors \u001B[22m \u001B[1m\u001B[31m2 errors\u001B[39m\u001B[22m\n`)).toContain(
    "1861 passed, 2 failed",
  );
  expect(count("     Errors  1 error\n")).toContain("0 passed, 1 failed");
  expect(count("  1 failed\n  1 interrupted\n  3 did not run\n  7 passed (2.0s)\n")).toContain("7 passed, 5 failed");
  expect(count("  7 passed (2.0s)\n  1 error was not a part of any test, see above for details\n")).toContain("7 passed, 1 failed");
});

test("a run that ended with an error never counts 0 failed", () => {
  expect(count(VITEST, 1)).toContain("1861 passed, 1 failed");
  expect(count("The build failed.\n", 2)).toContain("0 passed, 1 failed");
});

test("a retry that passed is flaky", () => {
  expect(count(" ✓ unit and API src/a.test.ts (3 tests) 9ms (retry x1)\n")).toContain("Flaky, passed only when tried again: 1");
});
