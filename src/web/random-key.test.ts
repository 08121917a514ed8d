import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomKey } from "./random-key.ts";

test("a key is random, and looks like an id", () => {
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomKey()).not.toBe(randomKey());
});

test("nothing in the browser calls what needs https", () => {
  const src = join(import.meta.dirname, "..");
  const files = globSync("{web,ui,site,worker,features/**/pages}/**/*.{ts,tsx}", { cwd: src }).filter((name) => !name.includes(".test."));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((name) => readFileSync(join(src, name), "utf8").includes("randomUUID()"))).toEqual([]);
});
