import type { ShelfPart } from "./nouns.ts";
import { spaced, type Head } from "./product-name.ts";
import { keysOf, plain, usefulWords } from "./words.ts";

// In Spanish the thing comes first, and what describes it follows: "Aceite de oliva extra virgen" is oil.

const END_OF_HEAD = / [-–—+|] |[,;:/([]| (?:con|sin|para|en) /i;

/** What a product is, going by its Spanish name. */
export function readSpanishHead(name: string): Head {
  const [noun, ...modifiers] = usefulWords(plain(name).split(END_OF_HEAD)[0] ?? "")
    .filter(({ size }) => !size)
    .map(({ key }) => key);
  return { noun, modifiers, text: spaced(noun === undefined ? [] : [noun, ...modifiers]) };
}

/** The parts of the Spanish name of a shelf: "Frutas y verduras" has two. */
export function spanishParts(name: string): ShelfPart[] {
  return name
    .split(/[&,]| [ye] /i)
    .map(keysOf)
    .filter((keys) => keys.length > 0)
    .map((keys) => ({ keys, noun: keys[0]! }));
}

/** Longer heads are descriptions rather than what someone searches for. */
const MOST_HEAD_WORDS = 5;
const SMALL_WORDS = /(?: (?:de|del|la|el|los|las|y|e|a|al))+$/;

/** What someone would type to find things like this, in lower case without pack size; empty if the name does not say. */
export function spanishHeadText(name: string): string {
  const head = (name.split(END_OF_HEAD)[0] ?? "").toLowerCase();
  const tokens = head.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
  const size = tokens.findIndex((token, at) => at > 0 && /^\d/.test(token));
  const text = (size < 0 ? tokens : tokens.slice(0, size)).join(" ").replace(SMALL_WORDS, "");
  return text.split(" ").length > MOST_HEAD_WORDS ? "" : text;
}

/** The word that indexes the products with this key in their Spanish texts. */
export const spanishWord = (key: string) => `~es ${key}`;

/** The key of such a word; undefined for any other word. */
export const spanishKey = (word: string) => (word.startsWith("~es ") ? word.slice(4) : undefined);

/**
 * The key of a Spanish word, and that of its other number where that is more than an s: "limón" and "limones", "nuez" and "nueces". The
 * keys of plurals have lost the s.
 */
export function spanishForms(key: string): string[] {
  if (key.length < 3 || /[^a-z]/.test(key)) return [key];
  if (/[dlnrz]$/.test(key)) return [key, `${key.replace(/z$/, "c")}e`];
  if (/[cdlnr]e$/.test(key)) return [key, key.slice(0, -1).replace(/c$/, "z")];
  return [key];
}
