// Builds the web in one language: puts each text in place of the call that stands for it, so that a page carries its own words only.
import type { Plugin } from "vite";
import { withoutMeaning } from "../../src/words/t.ts";
import { spanish } from "../../src/words/spanish.ts";
import type { Language } from "../../src/words/language.ts";
import { findWords, type WordCall } from "./find-words.ts";

const SOURCE = /\/src\/.*\.tsx?$/;
const catalogue: Record<string, string | readonly string[]> = spanish;

export function inlineWords(language: Language): Plugin {
  return {
    name: "inline-words",
    enforce: "pre",
    transform(code, address) {
      const id = address.split("?", 1)[0]!;
      if (id.endsWith("/src/words/language.ts")) return { code: code.replace('() => "en"', `() => "${language}"`), map: null };
      if (!SOURCE.test(id) || id.includes("/src/words/")) return undefined;
      const changed = inlined(id, code, language);
      return changed === undefined ? undefined : { code: changed, map: null };
    },
  };
}

/** A module with its texts in one language; undefined if it has none. */
export function inlined(file: string, code: string, language: Language): string | undefined {
  const { calls, imports } = findWords(file, code);
  if (imports.length === 0) return undefined;
  const replaceIn = (start: number, end: number): string => {
    let text = "";
    let from = start;
    for (const call of calls) {
      // Inner calls are replaced with the outer one.
      if (call.start < from || call.end > end) continue;
      text += code.slice(from, call.start) + keepLines(replaced(call), code.slice(call.start, call.end));
      from = call.end;
    }
    return text + code.slice(from, end);
  };
  const replaced = (call: WordCall): string => {
    const [one = "", other = ""] = inLanguage(call, language);
    if (call.kind === "t") return template(one, call, replaceIn);
    const [first, ...others] = call.literals;
    const last = others.at(-1) ?? first!;
    const before = replaceIn(code.indexOf("(", call.start) + 1, first!.start);
    const texts = call.kind === "plural" ? `${JSON.stringify(one)}, ${JSON.stringify(other)}` : JSON.stringify(one);
    return `${call.kind === "plural" ? "__form" : "__place"}(${before}${texts}${replaceIn(last.end, call.end)}`;
  };
  const body = imports.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), replaceIn(0, code.length));
  const needed = [
    body.includes("__form(") ? 'import { form as __form } from "#words/form.ts";' : "",
    body.includes("__place(") ? 'import { place as __place } from "#words/place.ts";' : "",
  ];
  return needed.join("") + body;
}

/** The texts of a call in a language, or in English as long as there are none. */
function inLanguage({ texts }: WordCall, language: Language): string[] {
  const found = language === "es" ? catalogue[texts[0]!] : undefined;
  if (typeof found === "string" && found) return [found];
  return Array.isArray(found) && found.every(Boolean) ? found : texts.map(withoutMeaning);
}

/** A text as a literal, with the values of the call in place of their names. */
function template(
  text: string,
  { values, kind, literals, end, start }: WordCall,
  replaceIn: (start: number, end: number) => string,
): string {
  if (!/\{\w+\}/.test(text)) return JSON.stringify(text);
  if (!values) throw new Error(`${kind} at ${start} to ${end} needs its values as an object: ${text} (${literals.length})`);
  const pieces = text.split(/\{(\w+)\}/).map((piece, n) => {
    if (n % 2 === 0) return piece.replaceAll(/[`\\]|\$(?=\{)/g, String.raw`\$&`);
    const value = values.get(piece);
    if (!value) throw new Error(`No value for {${piece}} in: ${text}`);
    return `\${${replaceIn(value.start, value.end)}}`;
  });
  return `\`${pieces.join("")}\``;
}

/** Adds the lines that a replacement takes away, so that the others keep their numbers. */
function keepLines(replacement: string, original: string): string {
  const missing = original.split("\n").length - replacement.split("\n").length;
  return replacement + "\n".repeat(Math.max(0, missing));
}
