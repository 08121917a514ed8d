import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { UNCONFIRMED_EMAILS_PER_DAY } from "#server/mail/recipient-limit.ts";
import { SETTINGS } from "#server/settings/environment.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);

const DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("{docs,decisions}/*.md", { cwd: root })];
/** Matches project paths in backticks: words with slashes, or a file with a known extension. May contain `*`. */
const PATH = /`((?:[\w.*-]+\/)+[\w.*-]*|[\w.-]+\.(?:ts|tsx|mjs|json|md))`/g;
/** Those that can only be the project's. */
const OWN_PATH = /`((?:bench|bin|decisions|demo|deploy|docs|migrations|src|tests)\/[\w./*-]*)`/g;
const isMissing = (path: string) => globSync(path, { cwd: root }).length === 0;

describe.each(DOCUMENTS)("%s", (file) => {
  const text = read(file);

  test("names only commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...found(text, /npm run (?:-s )?([\w:-]+)/g), ...found(text, /npm (start|test)\b/g)];
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("links only to files that exist", () => {
    const linked = found(text, /\[[^\]]*\]\((?!https?:|#)([^)#]+)/g);
    expect(linked.filter((path) => !existsSync(join(root, dirname(file), path)))).toEqual([]);
  });

  test("names only paths that exist", () => {
    expect(found(text, OWN_PATH).filter(isMissing)).toEqual([]);
  });
});

test("ARCHITECTURE.md names only paths and files that exist", () => {
  // A bare file name such as `routes.ts` refers to that file in every feature.
  const paths = found(read("ARCHITECTURE.md"), PATH).map((path) => (/^(routes|tables)\.ts$/.test(path) ? `src/features/*/${path}` : path));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter(isMissing)).toEqual([]);
});

test("README.md explains every setting, and no other", () => {
  const [, table] = read("README.md").split("\n## Settings\n");
  const named = found(table!.split("\n## ")[0]!, /^\| `([A-Z0-9_]+)` \|/gm);
  expect(named.toSorted()).toEqual(SETTINGS.toSorted());
});

/** What the names stand for with which the code writes rate limits. */
const NUMBERS: Record<string, number> = { MINUTE: 60, HOUR: 3600, DAY: 86_400, UNCONFIRMED_EMAILS_PER_DAY };
const numberOf = (word: string) => NUMBERS[word] ?? Number(word.replaceAll("_", ""));
const productOf = (factors: string) => factors.split(" * ").reduce((product, factor) => product * numberOf(factor), 1);
/** A number, or what is written such as `15 * MINUTE` or `HOUR / 6`. */
const valueOf = (expression: string) =>
  expression
    .split(" / ")
    .map(productOf)
    .reduce((quotient, divisor) => quotient / divisor);
const fieldOf = (limit: string, name: string) => valueOf(new RegExp(`\\b${name}: ([^,\\n]*[^,\\s])`).exec(limit)?.[1] ?? "");

test("SECURITY.md lists every rate limit, and no other", () => {
  const files = globSync("src/**/*.ts", { cwd: root }).filter((file) => !/\.test\.ts$|limits\/(?:rate|network)-limit\.ts$/.test(file));
  const code = files.map((file) => read(file)).join("\n");
  const limits = found(code, /new (?:RateLimit|NetworkLimit)\(shop, \{([^}]*)\}/g);
  expect(limits).toHaveLength(found(code, /(new (?:RateLimit|NetworkLimit)\()/g).length);
  const inCode = limits.map((limit) => `${fieldOf(limit, "tries")} in ${fieldOf(limit, "seconds")} s`);

  const [, table] = read("SECURITY.md").split("\n| what | limit |\n");
  const cells = found(table!.split("\n\n")[0]!, /^\| [^|]* \| (?!---)([^|]*) \|$/gm);
  const named = cells.flatMap((cell) => [...cell.replaceAll(/\(.*?\)/g, "").matchAll(/([\d,]+) in (?:an?|(\d+)) (minute|hour|day)s?/g)]);
  const inTable = named.map(
    ([, tries, count = "1", unit]) => `${tries!.replaceAll(",", "")} in ${Number(count) * NUMBERS[unit!.toUpperCase()]!} s`,
  );
  expect(inTable.toSorted()).toEqual(inCode.toSorted());
});

test("each decision has its own number, which its title repeats", () => {
  const files = readdirSync(join(root, "decisions"));
  const numbers = files.map((file) => file.slice(0, 3));
  expect(new Set(numbers).size).toBe(files.length);
  expect(files.filter((file) => !read(`decisions/${file}`).startsWith(`# ${file.slice(0, 3)} `))).toEqual([]);
});
