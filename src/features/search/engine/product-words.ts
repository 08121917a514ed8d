import { shelfParts, type ShelfPart } from "./nouns.ts";
import { headText, readHead, spaced, type Head } from "./product-name.ts";
import { readSpanishHead, spanishForms, spanishHeadText, spanishParts, spanishWord } from "./spanish-names.ts";
import { beginsInSpanish } from "./spanish.ts";
import { isCompound, meanings } from "./synonyms.ts";
import { keysOf, shelfWord, usefulWords } from "./words.ts";

/** The texts of a product that the search indexes. */
export interface ProductTexts {
  id: string;
  name: string;
  brand: string;
  unit: string;
  type: string;
  description: string;
  subCategories: string[];
  categories: string[];
  /** The Spanish texts; empty if there are none. */
  nameEs: string;
  unitEs: string;
  descriptionEs: string;
  subCategoriesEs: string[];
  categoriesEs: string[];
}

/** What the index stores of a product. */
export interface IndexedWords {
  /** Every word that finds the product, with its impact: how much it says about the product. */
  impacts: ReadonlyMap<string, number>;
  /** The words of the name in order, and those of its head, with spaces around. */
  nameWords: string;
  headWords: string;
  /** The words of the Spanish name's head. If there is only one name, one of both heads is empty. */
  headWordsEs: string;
  /** What someone would type to find it; empty if its name does not say. */
  headText: string;
  brandWords: string;
  /** What someone would type to find it by its Spanish name; empty without one. */
  headTextEs: string;
}

/** The weight of a word by its field. `search_refresh()` in the database relies on the description's. */
const WORTH = { name: 100, type: 100, brand: 75, subCategory: 70, size: 60, category: 30, description: 5 };
/** The weight of a word in the name: the head's noun, the head's other words, and whatever follows. */
const IN_NAME = { noun: 1.25, modifier: 0.85, addition: 0.5 };
/** The weight of a word in one part of a shelf's name: "Roasted Nuts" holds nuts. */
const IN_SHELF = { noun: 1, modifier: 0.8, otherPart: 0.6 };
/** Added if a query names the whole shelf, one of its parts ("Fish & Seafood") or a part's noun. Parts share theirs. */
const NAMED = { shelf: 120, part: 60, noun: 30, categoryPart: 120 };

type Impacts = Map<string, number>;

/** Breaks the texts of a product into words with their impacts. */
export function indexedWords(product: ProductTexts): IndexedWords {
  const { name, nameEs } = product;
  const isSpanish = nameEs === "" && beginsInSpanish(name);
  const head = isSpanish ? readSpanishHead(name) : readHead(name, [product.type, ...product.subCategories]);
  return {
    impacts: withSpanish(impactsOf(product, head, shelfParts), product),
    nameWords: spaced(keysOf(name)),
    headWords: isSpanish ? "" : head.text,
    headWordsEs: isSpanish ? head.text : nameEs === "" ? "" : readSpanishHead(nameEs).text,
    headText: headText(product.name, product.brand),
    brandWords: spaced(keysOf(product.brand)),
    headTextEs: spanishHeadText(product.nameEs),
  };
}

/** Adds the words of the Spanish texts, apart from the English ones: they do not change how English words are ranked. */
function withSpanish(impacts: Impacts, { nameEs, unitEs, descriptionEs, subCategoriesEs, categoriesEs }: ProductTexts): Impacts {
  const lists = { subCategories: subCategoriesEs, categories: categoriesEs };
  const texts = { name: nameEs, unit: unitEs, description: descriptionEs, ...lists, type: "", brand: "" };
  if (Object.values(texts).every((text) => text.length === 0)) return impacts;
  for (const [word, impact] of impactsOf(texts, readSpanishHead(nameEs), spanishParts))
    if (!/^[=~]/.test(word) && !impacts.has(word)) for (const one of spanishForms(word)) raise(impacts, spanishWord(one), impact);
  return impacts;
}

/** The parts of a shelf's name, by the grammar of its language. */
type ReadParts = (shelf: string) => readonly ShelfPart[];

type ReadTexts = Pick<ProductTexts, "name" | "unit" | "description" | "type" | "brand" | "subCategories" | "categories">;

function impactsOf(product: ReadTexts, head: Head, read: ReadParts): Impacts {
  const { type, subCategories, categories } = product;
  const all: Impacts = new Map();
  const add = (impacts: Impacts) => {
    for (const [word, impact] of impacts) all.set(word, (all.get(word) ?? 0) + impact);
  };
  add(nameImpacts(product.name, head));
  add(shelfImpacts(type, WORTH.type, head, read));
  add(best(subCategories.map((name) => shelfImpacts(name, WORTH.subCategory, head, read))));
  add(best(categories.map((name) => shelfImpacts(name, WORTH.category, head, read))));
  add(brandImpacts(product.brand));
  for (const { key } of usefulWords(product.unit)) raise(all, key, WORTH.size);
  for (const key of keysOf(product.description)) raise(all, key, WORTH.description);
  for (const shelf of [type, ...subCategories]) {
    addShelfWord(all, keysOf(shelf), NAMED.shelf);
    const parts = partsFor(shelf, head, read);
    for (const { keys, noun, share } of parts) {
      addShelfWord(all, keys, NAMED.part * share);
      if (!isCompound(keys[keys.indexOf(noun) - 1], noun)) addShelfWord(all, [noun], NAMED.noun * share);
    }
  }
  for (const category of categories) {
    for (const { keys, share } of partsFor(category, head, read)) addShelfWord(all, keys, NAMED.categoryPart * share);
  }
  return all;
}

/** The parts of a shelf's name that this product may be. If it is one of them, it is not the others. */
function partsFor(shelf: string, head: Head, read: ReadParts): (ShelfPart & { share: number })[] {
  const parts = read(shelf);
  const own = parts.filter(({ noun }) => noun === head.noun);
  return (own.length > 0 ? own : parts).map((part) => ({ ...part, share: 1 / parts.length }));
}

function addShelfWord(impacts: Impacts, keys: readonly string[], worth: number): void {
  if (keys.length === 0) return;
  const mean = keys.reduce((sum, key) => sum + (impacts.get(key) ?? 0), 0) / keys.length;
  raise(impacts, shelfWord(keys), worth + mean);
}

function raise(impacts: Impacts, word: string, impact: number): void {
  impacts.set(word, Math.max(impacts.get(word) ?? 0, impact));
}

function best(all: Impacts[]): Impacts {
  const impacts: Impacts = new Map();
  for (const some of all) for (const [word, impact] of some) raise(impacts, word, impact);
  return impacts;
}

/** The more words a shelf's name has, the less each says; words of parts that the product is not say least. */
function shelfImpacts(name: string, worth: number, head: Head, read: ReadParts): Impacts {
  const impacts: Impacts = new Map();
  const share = shareOf(keysOf(name));
  const own = new Set(partsFor(name, head, read).map(({ noun }) => noun));
  for (const { keys, noun } of read(name)) {
    for (const key of keys) {
      const standing = !own.has(noun) ? IN_SHELF.otherPart : key === noun ? IN_SHELF.noun : IN_SHELF.modifier;
      raise(impacts, key, worth * share * standing);
    }
  }
  return withMeanings(keysOf(name), impacts);
}

function brandImpacts(brand: string): Impacts {
  const keys = keysOf(brand);
  return withMeanings(keys, new Map(keys.map((key) => [key, WORTH.brand * shareOf(keys)])));
}

function shareOf(keys: readonly string[]): number {
  return 0.5 + 0.5 / new Set(keys).size;
}

/** The longer the name, the less each word says. */
function nameImpacts(name: string, { noun, modifiers }: Head): Impacts {
  const all = usefulWords(name);
  const brevity = 1 / (1 + 0.06 * Math.max(0, all.length - 2));
  const impacts: Impacts = new Map();
  for (const [at, { key, size }] of all.entries()) {
    const isNoun = key === noun && !isCompound(all[at - 1]?.key, key);
    const part = isNoun ? IN_NAME.noun : key === noun || modifiers.includes(key) ? IN_NAME.modifier : IN_NAME.addition;
    raise(impacts, key, size ? WORTH.size : WORTH.name * part * brevity);
  }
  return withMeanings(
    all.map((word) => word.key),
    impacts,
  );
}

/** Adds the meanings found in a text. Each weighs as much as the lightest of its words. */
function withMeanings(keys: readonly string[], impacts: Impacts): Impacts {
  for (const { at, length, meaning } of meanings(keys)) {
    raise(impacts, meaning, Math.min(...keys.slice(at, at + length).map((key) => impacts.get(key)!)));
  }
  return impacts;
}
