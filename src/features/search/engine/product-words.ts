import { meanings } from "./synonyms.ts";
import { plain, shelfWord, words, type Word } from "./words.ts";

/** What the search reads of a product. */
export interface ProductTexts {
  id: string;
  name: string;
  brand: string;
  unit: string;
  type: string;
  description: string;
  subCategories: string[];
  categories: string[];
}

/**
 * What a word is worth by the field it stands in; a whole name of a shelf is worth this much more than its words.
 * In the database `search_refresh()` knows what a description is worth.
 */
const WORTH = { wholeShelf: 80, name: 100, type: 100, subCategory: 70, brand: 75, size: 60, category: 15, description: 5 };
/** In the name: the last word of its head ("Peanut Butter - Crunchy": butter), and what is added behind the head. */
const NOUN = 1.2;
const ADDITION = 0.6;
const END_OF_HEAD = / [-–—+|] |[,;:([]| with | for /;

type Impacts = Map<string, number>;

/** The words a product is found by, each with its impact: how much it says about the product. */
export function productWords(product: ProductTexts): Impacts {
  const all: Impacts = new Map();
  const add = (impacts: Impacts) => {
    for (const [word, impact] of impacts) all.set(word, (all.get(word) ?? 0) + impact);
  };
  add(nameImpacts(product.name));
  add(labelImpacts(product.type, WORTH.type));
  add(best(product.subCategories.map((name) => labelImpacts(name, WORTH.subCategory))));
  add(best(product.categories.map((name) => labelImpacts(name, WORTH.category))));
  add(labelImpacts(product.brand, WORTH.brand));
  for (const { key } of usefulWords(product.unit)) raise(all, key, WORTH.size);
  for (const key of keysOf(product.description)) raise(all, key, WORTH.description);
  for (const shelf of [product.type, ...product.subCategories]) {
    const keys = keysOf(shelf);
    const mean = keys.reduce((sum, key) => sum + all.get(key)!, 0) / keys.length;
    if (keys.length > 0) all.set(shelfWord(keys), WORTH.wholeShelf + mean);
  }
  return all;
}

/** The words of a text in a row, with spaces around: what phrases are looked for in. */
export function spacedWords(text: string): string {
  return ` ${keysOf(text).join(" ")} `;
}

function usefulWords(text: string): Word[] {
  return words(text).filter((word) => !word.stop);
}

function keysOf(text: string): string[] {
  return usefulWords(text).map((word) => word.key);
}

function raise(impacts: Impacts, word: string, impact: number): void {
  impacts.set(word, Math.max(impacts.get(word) ?? 0, impact));
}

function best(all: Impacts[]): Impacts {
  const impacts: Impacts = new Map();
  for (const some of all) for (const [word, impact] of some) raise(impacts, word, impact);
  return impacts;
}

/** A short field: the more of it a word is, the more it says. */
function labelImpacts(text: string, worth: number): Impacts {
  const keys = keysOf(text);
  const count = new Set(keys).size;
  return withMeanings(keys, new Map(keys.map((key) => [key, worth * (0.5 + 0.5 / count)])));
}

/** The head of a name says what the product is, most of all its last word; of a long name each word says less. */
function nameImpacts(name: string): Impacts {
  const all = usefulWords(name);
  const head = usefulWords(plain(name).split(END_OF_HEAD)[0] ?? "");
  const headKeys = new Set(head.map((word) => word.key));
  const noun = head.findLast((word) => !word.size)?.key;
  const brevity = 1 / (1 + 0.06 * Math.max(0, all.length - 2));
  const impacts: Impacts = new Map();
  for (const { key, size } of all) {
    const part = key === noun ? NOUN : headKeys.has(key) ? 1 : ADDITION;
    raise(impacts, key, size ? WORTH.size : WORTH.name * part * brevity);
  }
  return withMeanings(
    all.map((word) => word.key),
    impacts,
  );
}

/** Adds the meanings in a text; each is worth as much as the least of the words it stands for. */
function withMeanings(keys: string[], impacts: Impacts): Impacts {
  for (const { at, length, meaning } of meanings(keys)) {
    raise(impacts, meaning, Math.min(...keys.slice(at, at + length).map((key) => impacts.get(key)!)));
  }
  return impacts;
}
