import type { Product } from "../catalogue/contract.ts";
import { spanishForms } from "./engine/spanish-names.ts";
import { SPANISH_PAIRS } from "./engine/spanish-words.ts";
import { words, type Replaced } from "./engine/words.ts";

const WRITTEN = /[\p{L}\p{M}\p{N}'’`]+/gu;

/**
 * The searched text with the words that were meant, as the products found spell them: "shmapoo bar" becomes "shampoo bar".
 * @param replaced at least one word
 * @param products with texts in every language that the words may be in
 * @returns undefined if no product says how a word is spelled
 */
export function correctedText(text: string, replaced: readonly Replaced[], products: readonly Product[]): string | undefined {
  const spelled = spellings(products);
  const meant = new Map(
    replaced.map(({ typed, keys }) => [typed, keys.map((key) => spanishForms(key).find((form) => spelled.has(form)))] as const),
  );
  const used = new Set<string>();
  const corrected = text
    .trim()
    .toLowerCase()
    .replace(WRITTEN, (written) => {
      const typed = readOne(written)?.text ?? "";
      const keys = meant.get(typed);
      if (!keys) return written;
      used.add(typed);
      return keys.map((key) => spelled.get(key ?? "")).join(" ");
    });
  const isComplete = [...meant].every(([typed, keys]) => used.has(typed) && !keys.includes(undefined));
  return isComplete ? corrected : undefined;
}

/** How the words with these keys are written. */
function spellings(products: readonly Product[]): Map<string, string> {
  const texts = products.map(({ name, brand, category, subCategory, description }) => {
    const shelves = [...category, ...subCategory].map((shelf) => shelf.name);
    return [name, brand, ...shelves, description].join("\n");
  });
  const spelled = new Map<string, string>();
  for (const [written] of [...texts, ...SPANISH_PAIRS.map(({ spanish }) => spanish)].join("\n").matchAll(WRITTEN)) {
    const word = readOne(written);
    if (word && !spelled.has(word.key)) spelled.set(word.key, written.toLowerCase());
  }
  return spelled;
}

/** The word, if it is one. */
function readOne(written: string) {
  const [word, ...more] = words(written);
  return more.length === 0 ? word : undefined;
}
