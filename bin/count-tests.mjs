// Adds up the counts that Vitest and Playwright printed: `N passed, N failed`.
import { readFileSync } from "node:fs";

// oxlint-disable-next-line no-control-regex -- colours of the terminal
const text = readFileSync(process.argv[2], "utf8").replace(/\u001B\[[0-9;]*m/g, "");
let passed = 0;
let failed = 0;
for (const [, line] of text.matchAll(/^\s*Tests\s+(.*)$/gm)) {
  passed += Number(/(\d+) passed/.exec(line)?.[1] ?? 0);
  failed += Number(/(\d+) failed/.exec(line)?.[1] ?? 0);
}
for (const [, count, outcome] of text.matchAll(/^\s+(\d+) (passed|failed|flaky)(?: \(.*\))?$/gm)) {
  if (outcome !== "failed") passed += Number(count);
  else failed += Number(count);
}
console.log(`${passed} passed, ${failed} failed`);
