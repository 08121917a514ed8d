import { SPANISH_PAIRS } from "./spanish-words.ts";
import { inTwo } from "./synonyms.ts";
import { keysOf } from "./words.ts";

/** Spanish names that English speakers use too. */
const BORROWED = ["agua fresca", "café de olla", "dulce de leche", "masa harina", "queso fresco", "salsa verde", "tres leches"];

interface Entry {
  spanish: readonly string[];
  /** The English keys; empty for a loanword, which is searched unchanged. */
  english: readonly string[];
  /** The English keys if compounds are two words: "tooth paste". */
  apart: readonly string[];
}

const entries: Entry[] = [
  ...BORROWED.map((name) => ({ spanish: keysOf(name), english: [], apart: [] })),
  ...SPANISH_PAIRS.flatMap(({ spanish, english }) =>
    spellings(keysOf(spanish))
      .map((keys) => ({ spanish: keys, english: keysOf(english), apart: keysOf(inTwo(english)) }))
      .filter((entry) => entry.spanish.join() !== entry.english.join()),
  ),
];

/** The entries by their first word, longest first. */
const byFirstWord = Map.groupBy(
  entries.toSorted((a, b) => b.spanish.length - a.spanish.length),
  ({ spanish }) => spanish[0]!,
);

/** After a consonant, a single word's plural ends in "es": "jabones", "nueces". The key has lost the "s". */
function spellings(keys: string[]): string[][] {
  const [word] = keys;
  if (keys.length > 1 || word === undefined || !/[^aeious]$/.test(word)) return [keys];
  return [keys, [`${word.replace(/z$/, "c")}e`]];
}

/** Spanish words in a query, and their English keys. */
export interface Translation {
  at: number;
  length: number;
  english: readonly string[];
  /** Like {@link english}, with compounds as two words. */
  apart: readonly string[];
  /** The keys of the Spanish words, if they are not those that were typed. */
  typed?: readonly string[];
}

/** Finds the Spanish words in a list of keys, preferring long names: "aceite de oliva" is olive oil, not oil and something else. */
export function findSpanish(keys: readonly string[]): Translation[] {
  const found: Translation[] = [];
  for (let at = 0; at < keys.length; at++) {
    const entry = byFirstWord.get(keys[at]!)?.find(({ spanish }) => spanish.every((key, place) => keys[at + place] === key));
    if (!entry) continue;
    if (entry.english.length > 0) found.push({ at, length: entry.spanish.length, english: entry.english, apart: entry.apart });
    at += entry.spanish.length - 1;
  }
  return found;
}

/** The English keys of the first Spanish word with this prefix. */
export function completeSpanish(begun: string): readonly string[] | undefined {
  return entries.find(({ spanish, english }) => spanish.length === 1 && english.length > 0 && spanish[0]!.startsWith(begun))?.english;
}

/** Every Spanish word that is read as English. */
export const SPANISH_KEYS: readonly string[] = [
  ...new Set(entries.filter(({ english }) => english.length > 0).flatMap(({ spanish }) => spanish)),
];

/** Spanish words that mean something else in English, or are part of many names. */
export const ALSO_ENGLISH = new Set(
  keysOf(
    "café cacao cereal chocolate chorizo col coco colonia crema dulce foco granada lima mango manteca mora nata pan papa pasa pavo pera pila poro res sal salsa seta soya te tomate tortilla uva vela",
  ),
);

/** The entries by their English keys. */
const byMeaning = Map.groupBy(entries, ({ english }) => english.join(" "));

/** The Spanish names of the same thing, by their keys: "maíz" and "elote" for "choclo". Only itself if it isn't the name of one thing. */
export function namesakes(keys: readonly string[]): readonly (readonly string[])[] {
  const [only] = findSpanish(keys);
  if (only?.length !== keys.length) return [keys];
  return byMeaning.get(only.english.join(" "))?.map(({ spanish }) => spanish) ?? [keys];
}

/** A perfume may be an "eau de toilette" in any language. */
const OF_SOMETHING = /^(?!.*\beau de )\S+ (?:\S+ )?(?:del?|con) /i;

const BORROWED_FIRST = new RegExp(`^(?:${BORROWED.join("|")})\\b`, "i");

/** Whether a name is Spanish, going by how it begins: "Aceite vegetal", "Pan con ajo". "Dulce de leche ice cream" only borrows words. */
export function beginsInSpanish(name: string): boolean {
  if (BORROWED_FIRST.test(name)) return false;
  if (OF_SOMETHING.test(name)) return true;
  const keys = keysOf(name);
  return findSpanish(keys).some(({ at, length }) => at === 0 && (length > 1 || !ALSO_ENGLISH.has(keys[0]!)));
}

/** The entries that an English name may be found by, by their first English word. */
const byEnglish = Map.groupBy(
  entries.filter(({ spanish, english }) => english.length > 0 && spanish.length === 1 && !ALSO_ENGLISH.has(spanish[0]!)),
  ({ apart }) => apart[0]!,
);

/**
 * Finds the English words that have a Spanish one, which products may have in their names: "avocado" is "palta".
 * @param keys with compounds as two words, as in queries
 */
export function inSpanish(keys: readonly string[]): { at: number; length: number; spanish: string }[] {
  return keys.flatMap((key, at) =>
    (byEnglish.get(key) ?? [])
      .filter(({ apart }) => apart.every((part, place) => keys[at + place] === part))
      .map(({ spanish, apart }) => ({ at, length: apart.length, spanish: spanish[0]! })),
  );
}
