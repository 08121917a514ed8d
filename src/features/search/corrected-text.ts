import type { Product } from "../catalogue/contract.ts";
import type { Replaced } from "./engine/search.ts";
import { words } from "./engine/words.ts";

/**
 * The searched text with the words that were meant, as the products found spell them: "shmapoo bar" becomes "shampoo bar".
 * @returns undefined if nothing was replaced, or no product says how the word is spelled
 */
export function correctedText(text: string, replaced: readonly Replaced[], products: readonly Product[]): string | undefined {
  if (replaced.length === 0) return undefined;
  const spelled = new Map<string, string>();
  for (const { name, brand, category, subCategory, description } of products) {
    const shelves = [...category, ...subCategory].map((shelf) => shelf.name);
    for (const word of words([name, brand, ...shelves, description].join("\n"))) {
      if (!spelled.has(word.key)) spelled.set(word.key, word.text);
    }
  }
  let corrected = text.trim().toLowerCase();
  for (const { typed, keys } of replaced) {
    const meant = keys.map((key) => spelled.get(key));
    if (!corrected.includes(typed) || meant.includes(undefined)) return undefined;
    corrected = corrected.replace(typed, meant.join(" "));
  }
  return corrected;
}
