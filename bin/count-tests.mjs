// Adds up the results of Vitest and Playwright. The last line is `N passed, N failed`; flaky tests, which passed only on a retry,
// count as passed and are listed in the line before. Errors outside of tests count as failed, and a run that ended with an error has
// at least one failure.
// Usage: node bin/count-tests.mjs LOG [EXIT_STATUS]
import { readFileSync } from "node:fs";

const [file, status = "0"] = process.argv.slice(2);
// oxlint-disable-next-line no-control-regex -- colors of the terminal
const text = readFileSync(file, "utf8").replace(/\u001B\[[0-9;]*m/g, "");
let passed = 0;
let failed = 0;
let flaky = 0;
for (const [, line] of text.matchAll(/^\s*Tests\s+(.*)$/gm)) {
  passed += Number(/(\d+) passed/.exec(line)?.[1] ?? 0);
  failed += Number(/(\d+) failed/.exec(line)?.[1] ?? 0);
}
for (const [, count] of text.matchAll(/^\s*Errors\s+(\d+) errors?$/gm)) failed += Number(count);
for (const [, count, outcome] of text.matchAll(/^\s+(\d+) (passed|failed|flaky|interrupted|did not run)(?: \(.*\))?$/gm)) {
  if (outcome === "passed" || outcome === "flaky") passed += Number(count);
  else failed += Number(count);
  if (outcome === "flaky") flaky += Number(count);
}
for (const [, count] of text.matchAll(/^\s+(\d+) errors? (?:was|were) not a part of any test/gm)) failed += Number(count);
flaky += [...text.matchAll(/^\s*✓.*\(retry x\d+\)/gm)].length;
if (status !== "0" && failed === 0) failed = 1;
console.log(`Flaky, passed only when tried again: ${flaky}`);
console.log(`${passed} passed, ${failed} failed`);
