import type { Db } from "#server/db/connect.ts";
import { isBounded, withAllWords, withMostWords } from "./candidates.ts";
import { readQuery } from "./read-query.ts";
import { readPopular, readRanked, type Found, type PageOf } from "./store.ts";
import { readTerms } from "./read-terms.ts";
import type { Term } from "./term.ts";

/** If there are fewer results than this, the search runs again without the limits that may have hidden some. */
const FEW = 12;
/** A query with more words than this matches few products, so reading all products of each word is as fast as reading the best. */
const MANY = 3;

/**
 * Finds products, best first. Every word must match, the last one as a prefix. If no product has every word, those with the
 * most words are returned. An empty text returns popular products.
 * @param exact typos are not forgiven
 */
export async function search(db: Db, text: string, page: PageOf, exact = false): Promise<Found & { replaced?: Replaced[] }> {
  if (text.trim() === "") return readPopular(db, page);
  const terms = (await readTerms(db, readQuery(text), exact)).filter((term) => term.words.size > 0);
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
  const best = found.total > 0 || hard.length < 2 ? found : await ranked(withMostWords(terms));
  const replaced = replacedIn(terms);
  return replaced.length > 0 ? { ...best, replaced } : best;
}

/** A typed word that does not occur, and the keys of the words it was read as. */
export interface Replaced {
  typed: string;
  keys: string[];
}

function replacedIn(terms: readonly Term[]): Replaced[] {
  const byTyped = Map.groupBy(
    terms.filter(({ replaces }) => replaces !== undefined),
    ({ replaces }) => replaces!,
  );
  return [...byTyped].map(([typed, meant]) => ({ typed, keys: meant.map(({ key }) => key) }));
}

function keysOf(terms: readonly Term[]): string[] {
  return terms.map((term) => term.key);
}

/** The typed words in a row, as in names. Ends with a space unless the last word is incomplete. */
function phraseOf(terms: readonly Term[]): string {
  const hard = terms.filter((term) => !term.soft);
  const last = hard.at(-1);
  return ` ${keysOf(hard).join(" ")}${last?.words.has(last.key) ? " " : ""}`;
}
