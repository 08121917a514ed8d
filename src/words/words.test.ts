import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { findBare } from "../../bin/words/find-bare.ts";
import { findWords } from "../../bin/words/find-words.ts";
import { usedTexts } from "../../bin/words/used-texts.ts";
import { inlined } from "../../bin/words/inline-words.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { LANGUAGES } from "./language.ts";
import { spanish } from "./spanish.ts";
import { plural, t } from "./t.ts";

const ROOT = join(import.meta.dirname, "../..");
const CATALOGUE = join(import.meta.dirname, "es");
const catalogue: Record<string, string | readonly string[]> = spanish;
const sources = globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|^src\/words\//.test(file))
  .map((file) => ({ file, code: readFileSync(join(ROOT, file), "utf8") }));
const isWeb = (file: string) => /^src\/(site|web|ui)\/|\/pages\//.test(file);
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted((a = "", b = "") => a.localeCompare(b));

test("every text is in the catalogue, in Spanish, and every text of the catalogue is used", () => {
  const called = new Set(sources.flatMap(({ file, code }) => findWords(file, code).calls.map(({ texts }) => texts[0]!)));
  const used = new Set(sources.flatMap(({ file, code }) => usedTexts(file, code)));
  expect([...called].filter((text) => !(text in catalogue))).toEqual([]);
  expect(Object.keys(catalogue).filter((text) => !used.has(text))).toEqual([]);
  expect(Object.entries(catalogue).flatMap(([text, said]) => ([said].flat().every(Boolean) ? [] : [text]))).toEqual([]);
});

test("a text counts as used only where people read it, not where code has the same word", () => {
  const code = `import { plural, t, type Text } from "#words/t.ts";
import { rich } from "#words/rich.ts";
const kind = order.kind === "pickup" || typeof order.id === "number";
const said = [t("Order"), plural(count, "{count} order", "{count} orders"), rich("See {link}.", { link })];
const COLUMNS: readonly Text[] = ["placed", "zone"];
const NOTES = ["No answer"] as const satisfies readonly Text[];
const BY_CODE: Readonly<Record<string, Text>> = { stolen_card: "Your bank declined this card." };`;
  expect(new Set(usedTexts("page.tsx", code))).toEqual(
    new Set(["Order", "{count} order", "See {link}.", "placed", "zone", "No answer", "Your bank declined this card."]),
  );
  const contract = `import * as z from "zod/mini";
const name = z.string("must be a name").check(z.minLength(1, "is required")), kind = z.literal("order");`;
  expect(usedTexts("contract.ts", contract)).toEqual(["must be a name", "is required"]);
});

test("what a contract says about an invalid field is in Spanish too", () => {
  const said = /"((?:must|may|needs?|can be|cannot|is not|has an?)\b[^"]+)"/g;
  const contracts = sources.filter(({ code }) => code.includes('from "zod/mini"'));
  const missing = contracts.flatMap(({ file, code }) =>
    [...code.matchAll(said)].flatMap(([, text = ""]) => (text in catalogue ? [] : [`${file}: ${text}`])),
  );
  expect(missing).toEqual([]);
});

test("a text stands in one file of the catalogue, and its values are named as in English", () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const file of readdirSync(CATALOGUE)) {
    // Not parsed: JSON may name a text twice, of which the first would be lost.
    for (const [, written] of readFileSync(join(CATALOGUE, file), "utf8").matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)) {
      const text: string = JSON.parse(written!);
      if (seen.has(text)) twice.push(`${text}: ${seen.get(text)}, ${file}`);
      seen.set(text, file);
    }
  }
  expect(twice).toEqual([]);
  const misnamed = Object.entries(catalogue).filter(([text, said]) => {
    if (typeof said === "string") return said && namesIn(said).join() !== namesIn(text).join();
    // The singular may do without its number.
    return said.some((one) => namesIn(one).some((name) => name !== "count" && !namesIn(text).includes(name)));
  });
  expect(misnamed).toEqual([]);
});

test("the server looks up no text while it loads, before anyone has asked for a language", () => {
  const early = sources
    .filter(({ file }) => !isWeb(file))
    .flatMap(({ file, code }) => findWords(file, code).calls.flatMap(({ atLoad, texts }) => (atLoad ? [`${file}: ${texts[0]}`] : [])));
  expect(early).toEqual([]);
});

/** Speaks to people in the language that the page is not in. */
const IN_BOTH = new Set(["src/site/language-proposal.tsx"]);

test("no page has words outside the catalogue", () => {
  const bare = sources
    .filter(({ file }) => isWeb(file) && !IN_BOTH.has(file))
    .flatMap(({ file, code }) => findBare(file, code).map((line) => `${relative("src", file)}:${line}`));
  expect(bare).toEqual([]);
});

/** Told to programs only. */
const TO_PROGRAMS = new Set(["src/features/payments/webhook-routes.ts"]);

/** A refusal, or why an import ended early, whose words are written in place. */
const SAID = /(?:refuse\.\w+|new Outdated|checkRest)\((?:\w+, )*\s*(["`].*)/g;

test("no refusal has words outside the catalogue", () => {
  const bare = sources
    .filter(({ file }) => !isWeb(file) && !file.startsWith("src/sandbox/") && !TO_PROGRAMS.has(file))
    .flatMap(({ file, code }) => [...code.matchAll(SAID)].map(([, words]) => `${file}: ${words}`));
  expect(bare.filter((line) => !/: "[\w.]+", (t\(|said\(|\w+\.reason)/.test(line))).toEqual([]);
});

test("words beside a value are found too, wherever a person or a screen reader meets them", () => {
  expect(findBare("page.tsx", "const a = <a aria-label={`${day}, from`} title={`${day} ${hour}`} data-x={`${day}, from`} />;")).toEqual([
    "1: 0, from",
  ]);
});

/** A control whose only words are a text, and its accessible name. */
const NAMED = /aria-label=\{t\("([^"]+)"[^<]*?>\s*\{t\("([^"]+)"[^<]*?\)\}\s*<\//g;

const plain = (words: unknown) =>
  String(words)
    .toLowerCase()
    .replace(/ \[.*\]$/, "");

test("the accessible name of a control contains the words it shows, in both languages", () => {
  const pairs = sources.flatMap(({ file, code }) =>
    [...code.matchAll(NAMED)].map(([, name, shown]) => ({ file, name: name!, shown: shown! })),
  );
  expect(pairs.length).toBeGreaterThan(5);
  const others = pairs.flatMap(({ file, name, shown }) =>
    [
      [name, shown],
      [catalogue[name], catalogue[shown]],
    ].flatMap(([called, says]) => (plain(called).includes(plain(says)) ? [] : [`${file}: ${String(called)}, ${String(says)}`])),
  );
  expect(others).toEqual([]);
});

test("every file can be built with the texts of each language in place", () => {
  for (const { file, code } of sources) for (const language of LANGUAGES) expect(() => inlined(file, code, language)).not.toThrow();
});

const page = `import { t, plural } from "#words/t.ts";
import { rich } from "#words/rich.ts";
const a = t("Remove {name}", { name: shorten(t("Cart")) });
const b = plural(count, "{count} product", "{count} products");
const c = rich("See {link}.", { link: <a>{t("Cart")}</a> });`;

test("a page is built with the texts of one language in place", () => {
  expect(inlined("page.tsx", page, "en"))
    .toBe(`import { form as __form } from "#words/form.ts";import { place as __place } from "#words/place.ts";

const a = \`Remove \${shorten("Cart")}\`;
const b = __form(count, "{count} product", "{count} products");
const c = __place("See {link}.", { link: <a>{"Cart"}</a> });`);
  expect(() => inlined("page.tsx", 'import { t } from "#words/t.ts"; t(name);', "es")).toThrow("plain literal");
});

test("the server answers in the language that was asked for", () => {
  expect(t("Log in")).toBe("Log in");
  expect(inLanguage("es", () => t("Log in"))).toBe(spanish["Log in"]);
  expect(inLanguage("es", () => inLanguage("en", () => t("Log in")))).toBe("Log in");
  expect(typeof plural).toBe("function");
});
