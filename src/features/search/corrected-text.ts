import { LRUCache } from "lru-cache";
import type { Product } from "../catalogue/contract.ts";
import { spanishForms } from "./engine/spanish-names.ts";
import { SPANISH_PAIRS } from "./engine/spanish-words.ts";
import { words, type Replaced, type Word } from "./engine/words.ts";

const WRITTEN = /[\p{L}\p{M}\p{N}'’`]+/gu;
/** The words in memory, in characters. The same ones are in most texts, and one search may read some thousand. */
const MOST_READ = 400_000;

/**
 * The searched text with the words that were meant, as the products found spell them: "shmapoo bar" becomes "shampoo bar". A word that
 * none of them has stays as it was typed.
 * @param replaced at least one word
 * @param texts of the products, in every language that the words may be in; read only as far as needed
 * @returns undefined if they have none of the words
 */
export async function correctedText(
  text: string,
  replaced: readonly Replaced[],
  texts: AsyncGenerator<string, void>,
): Promise<string | undefined> {
  const spelled = new Map<string, string>();
  const read = (texts: string) => {
    for (const [written] of texts.matchAll(WRITTEN)) {
      const word = readOne(written);
      if (word && !spelled.has(word.key)) spelled.set(word.key, written.toLowerCase());
    }
  };
  const meant = replaced.map(({ typed, keys }) => ({ typed, keys: keys.map(spanishForms) }));
  const isSpelled = () => meant.every(({ keys }) => keys.every(([first]) => spelled.has(first!)));
  for await (const one of texts) {
    read(one);
    if (isSpelled()) break;
  }
  if (!isSpelled()) for (const { spanish } of SPANISH_PAIRS) read(spanish);

  const spellings = new Map(
    meant.map(({ typed, keys }) => [typed, keys.map((forms) => spelled.get(forms.find((form) => spelled.has(form)) ?? ""))]),
  );
  const typed = text.trim().toLowerCase();
  const corrected = typed.replace(WRITTEN, (written) => {
    const words = spellings.get(readOne(written)?.text ?? "");
    return words && !words.includes(undefined) ? words.join(" ") : written;
  });
  return corrected === typed ? undefined : corrected;
}

/** The texts of products that their words may be in, those that say most first. */
export function* textsOf(products: readonly Product[]): Generator<string, void> {
  for (const { name, brand, unit, category, subCategory, description } of products) {
    yield [name, brand, unit, ...[...category, ...subCategory].map((shelf) => shelf.name), description].join("\n");
  }
}

const known = new LRUCache<string, { readonly word: Word | undefined }>({
  maxSize: MOST_READ,
  sizeCalculation: (_, written) => written.length,
});

/** The word, if it is one. */
function readOne(written: string): Word | undefined {
  const entry = known.get(written);
  if (entry) return entry.word;
  const [word, ...more] = words(written);
  const one = more.length === 0 ? word : undefined;
  known.set(written, { word: one });
  return one;
}
