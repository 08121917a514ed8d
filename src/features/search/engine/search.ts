import type { Db } from "#server/db/connect.ts";
import { isBounded, withAllWords, withMostWords } from "./candidates.ts";
import { readQuery } from "./read-query.ts";
import { readPopular, readRanked, type Found, type PageOf } from "./store.ts";
import { readTerms } from "./read-terms.ts";
import type { Term } from "./term.ts";

/** With fewer results, the bounds that may have hidden some are lifted. */
const FEW = 12;
/** Few products have more words than these: looking at all products of each word takes no longer than at the best ones. */
const MANY = 3;

/**
 * Finds products for what was typed, best first. Every word must match, the last one as a beginning. Only when nothing has
 * every word, the products that have most of them come instead. Nothing typed gives popular products.
 */
export async function search(db: Db, text: string, page: PageOf): Promise<Found> {
  if (text.trim() === "") return readPopular(db, page);
  const terms = (await readTerms(db, readQuery(text))).filter((term) => term.words.size > 0);
  if (terms.length === 0) return { ids: [], total: 0 };
  const ranked = (candidates: ReturnType<typeof withAllWords>) => readRanked(db, candidates, keysOf(terms), phraseOf(terms), page);

  const onlySizes = terms.every((term) => term.soft);
  const hard = onlySizes ? terms : terms.filter((term) => !term.soft);
  const soft = onlySizes ? [] : terms.filter((term) => term.soft);
  const whole = hard.length > MANY && !hard.some((term) => term.vague);
  let found = await ranked(withAllWords(hard, soft, whole));
  if (found.total < FEW && !whole && isBounded(hard)) {
    const all = await ranked(withAllWords(hard, soft, true));
    if (all.total > found.total) found = all;
  }
  return found.total > 0 || hard.length < 2 ? found : ranked(withMostWords(terms));
}

function keysOf(terms: readonly Term[]): string[] {
  return terms.map((term) => term.key);
}

/** The typed words in a row, as names have them. It ends with a space unless the last word is only begun. */
function phraseOf(terms: readonly Term[]): string {
  const hard = terms.filter((term) => !term.soft);
  const last = hard.at(-1);
  return ` ${keysOf(hard).join(" ")}${last?.words.has(last.key) ? " " : ""}`;
}
