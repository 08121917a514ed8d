// Adds up the results of Vitest and Playwright. The last line is `N passed, N failed`; flaky tests, which passed only on a retry,
// count as passed and are listed in the line before.
import { readFileSync } from "node:fs";

// oxlint-disable-next-line no-control-regex -- colours of the terminal
const text = readFileSync(process.argv[2], "utf8").replace(/\u001B\[[0-9;]*m/g, "");
let passed = 0;
let failed = 0;
let flaky = 0;
for (const [, line] of text.matchAll(/^\s*Tests\s+(.*)$/gm)) {
  passed += Number(/(\d+) passed/.exec(line)?.[1] ?? 0);
  failed += Number(/(\d+) failed/.exec(line)?.[1] ?? 0);
}
for (const [, count, outcome] of text.matchAll(/^\s+(\d+) (passed|failed|flaky)(?: \(.*\))?$/gm)) {
  if (outcome === "failed") failed += Number(count);
  else passed += Number(count);
  if (outcome === "flaky") flaky += Number(count);
}
flaky += [...text.matchAll(/^\s*✓.*\(retry x\d+\)/gm)].length;
console.log(`Flaky, passed only on a second try: ${flaky}`);
console.log(`${passed} passed, ${failed} failed`);
