import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CriticalPath } from "./critical-path.ts";

const files = mkdtempSync(join(tmpdir(), "built-"));
afterAll(() => rmSync(files, { recursive: true }));
mkdirSync(join(files, "assets"));
writeFileSync(join(files, "assets/frame-1.css"), ".a{content:'$&'}.b{gap:1px}");
const path = new CriticalPath(files);

test("a page brings the rules that it needs, and its sheet and scripts let pictures and fonts go first", () => {
  const sheet = '<link rel="stylesheet" href="/assets/frame-1.css#"/>';
  const page = `<link rel="modulepreload" href="/a.js"/><style id="first-rules">i{}</style>${sheet}<p class="a"></p>`;
  expect(path.clear(page)).toBe(
    `<link rel="modulepreload" fetchpriority="low" href="/a.js"/><style id="first-rules">.a{content:'$&'}i{}</style>` +
      '<link rel="stylesheet" href="/assets/frame-1.css#" disabled/>' +
      `<link rel="stylesheet" href="/assets/frame-1.css" media="print" data-later=""/><noscript>${sheet}</noscript><p class="a"></p>`,
  );
});

test("a page without room for rules stays as it is", () => {
  const page = '<link rel="stylesheet" href="/assets/frame-1.css"/><p class="a"></p>';
  expect(path.clear(page)).toBe(page);
});

test("a page that would get too large with its rules stays as it is", () => {
  const page = `<style id="first-rules">i{}</style><link rel="stylesheet" href="/assets/frame-1.css"/><p class="a">${"x".repeat(149_900)}</p>`;
  expect(path.clear(page)).toBe(page);
});
