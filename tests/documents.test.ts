import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SETTINGS } from "#server/settings/config.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);

const DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];
/** Matches project paths in backticks: words with slashes, or a file with a known extension. May contain `*`. */
const PATH = /`((?:[\w.*-]+\/)+[\w.*-]*|[\w.-]+\.(?:ts|tsx|mjs|json|md))`/g;

describe.each(DOCUMENTS)("%s", (file) => {
  const text = read(file);

  test("names only commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...found(text, /npm run ([\w:-]+)/g), ...found(text, /npm (start|test)\b/g)];
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("links only to files that exist", () => {
    const linked = found(text, /\[[^\]]*\]\((?!https?:|#)([^)#]+)/g);
    expect(linked.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test("ARCHITECTURE.md names only paths that exist", () => {
  // A bare file name such as `routes.ts` refers to that file in every feature.
  const paths = found(read("ARCHITECTURE.md"), PATH).map((path) => (/^(routes|tables)\.ts$/.test(path) ? `src/features/*/${path}` : path));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
});

test("README.md explains every setting, and no other", () => {
  const [, table] = read("README.md").split("\n## Settings\n");
  const named = found(table!.split("\n## ")[0]!, /^\| `([A-Z0-9_]+)` \|/gm);
  expect(named.toSorted()).toEqual(SETTINGS.toSorted());
});

test("each decision has its own number, which its title repeats", () => {
  const files = readdirSync(join(root, "decisions"));
  const numbers = files.map((file) => file.slice(0, 3));
  expect(new Set(numbers).size).toBe(files.length);
  expect(files.filter((file) => !read(`decisions/${file}`).startsWith(`# ${file.slice(0, 3)} `))).toEqual([]);
});
