import { LRUCache } from "lru-cache";
import type { Product } from "../catalogue/contract.ts";
import { spanishForms } from "./engine/spanish-names.ts";
import { SPANISH_PAIRS } from "./engine/spanish-words.ts";
import { words, type Replaced, type Word } from "./engine/words.ts";

const WRITTEN = /[\p{L}\p{M}\p{N}'’`]+/gu;
/** The words in memory, in characters. The same ones are in most texts, and one search reads some thousand. */
const MOST_READ = 400_000;

/**
 * The searched text with the words that were meant, as the products found spell them: "shmapoo bar" becomes "shampoo bar". A word that
 * none of them has stays as it was typed.
 * @param replaced at least one word
 * @param products with texts in every language that the words may be in
 * @param types what the products are, which only searches read
 * @returns undefined if they have none of the words
 */
export function correctedText(
  text: string,
  replaced: readonly Replaced[],
  products: readonly Product[],
  types: readonly string[],
): string | undefined {
  const spelled = spellings(products, types);
  const meant = new Map(
    replaced.map(({ typed, keys }) => [typed, keys.map((key) => spelled.get(spanishForms(key).find((form) => spelled.has(form)) ?? ""))]),
  );
  const typed = text.trim().toLowerCase();
  const corrected = typed.replace(WRITTEN, (written) => {
    const words = meant.get(readOne(written)?.text ?? "");
    return words && !words.includes(undefined) ? words.join(" ") : written;
  });
  return corrected === typed ? undefined : corrected;
}

/** How the words with these keys are written. */
function spellings(products: readonly Product[], types: readonly string[]): Map<string, string> {
  const texts = products.map(({ name, brand, unit, category, subCategory, description }) => {
    const shelves = [...category, ...subCategory].map((shelf) => shelf.name);
    return [name, brand, unit, ...shelves, description].join("\n");
  });
  const spelled = new Map<string, string>();
  for (const [written] of [...texts, ...types, ...SPANISH_PAIRS.map(({ spanish }) => spanish)].join("\n").matchAll(WRITTEN)) {
    const word = readOne(written);
    if (word && !spelled.has(word.key)) spelled.set(word.key, written.toLowerCase());
  }
  return spelled;
}

const read = new LRUCache<string, { readonly word: Word | undefined }>({
  maxSize: MOST_READ,
  sizeCalculation: (_, written) => written.length,
});

/** The word, if it is one. */
function readOne(written: string): Word | undefined {
  const known = read.get(written);
  if (known) return known.word;
  const [word, ...more] = words(written);
  const one = more.length === 0 ? word : undefined;
  read.set(written, { word: one });
  return one;
}
