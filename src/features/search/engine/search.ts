import { withAllWords, withMostWords } from "./candidates.ts";
import { expansions, NO_SYNONYMS, variants } from "./expand.ts";
import { rank, type Phrases } from "./rank.ts";
import { readQuery, type Query } from "./read-query.ts";
import { readTerms, type Reading } from "./read-terms.ts";
import { bestOf, highest, NOTHING, type Scored } from "./scored.ts";
import { MOST_RESULTS, type SearchIndex } from "./search-index.ts";
import { namesakes } from "./spanish.ts";
import { singular, spanishKey, spanishWord } from "./spanish-names.ts";
import type { Found, PageOf } from "./store.ts";
import { FACTORS, type Term } from "./term.ts";
import { shelfWord, type Replaced } from "./words.ts";

/**
 * Finds products, best first. Every word must match, the last one as a prefix. If no product has every word, those with the
 * most words are returned.
 */
export async function search(
  index: SearchIndex,
  text: string,
  page: PageOf,
  reading: Reading = {},
): Promise<Found & { replaced?: Replaced[] }> {
  const query = readQuery(text);
  const [own, besides] = await Promise.all([readTerms(index, query, reading), readVariants(index, query, reading)]);
  const terms = own.every((term) => term.words.size > 0 || !term.isPhrase) ? own.filter((term) => term.words.size > 0) : [];
  const lead = terms.length > 0 ? terms : (besides[0] ?? []);
  if (lead.length === 0) return { ids: [], points: [], total: 0 };
  const found = await readCandidates(index, terms, besides, shelfWord(keysOf(lead)));
  const replaced = [...new Set(terms.flatMap(({ replaces = [] }) => replaces))];
  const ranked = await rank(index, found, phrasesOf(query, lead, replaced), page);
  return replaced.length > 0 ? { ...ranked, replaced } : ranked;
}

/** The products that match, those that match the query's variants, and those on the shelf with exactly this name. */
async function readCandidates(index: SearchIndex, terms: readonly Term[], besides: readonly Term[][], shelf: string): Promise<Scored> {
  const { hard, soft } = partsOf(terms);
  const [own, onShelf, ...others] = await Promise.all([
    hard.length > 0 ? withAllWords(index, hard, soft) : NOTHING,
    readShelf(index, shelf),
    ...besides.map((besidesOwn) => readBesides(index, besidesOwn)),
  ]);
  const found = highest([own, ...others, onShelf]);
  if (found.nos.length > 0 || hard.length < 2) return found;
  return withMostWords(index, terms);
}

async function readShelf(index: SearchIndex, shelf: string): Promise<Scored> {
  if (!(await index.hasShelf(shelf))) return NOTHING;
  const postings = (await index.readBest([shelf])).get(shelf);
  return postings ? { nos: [...postings.nos], scores: [...postings.impacts] } : NOTHING;
}

async function readBesides(index: SearchIndex, terms: readonly Term[]): Promise<Scored> {
  const { hard, soft } = partsOf(terms);
  const { nos, scores } = bestOf(await withAllWords(index, hard, soft), MOST_RESULTS);
  return { nos, scores: scores.map((score) => score * FACTORS.meaning) };
}

/** The words that must match, and the pack sizes that only affect the order. */
function partsOf(terms: readonly Term[]): { hard: Term[]; soft: Term[] } {
  const onlySizes = terms.every((term) => term.soft);
  return { hard: terms.filter((term) => onlySizes || !term.soft), soft: onlySizes ? [] : terms.filter((term) => term.soft) };
}

/** The terms of the query's variants by the admins' synonyms, if every word of theirs occurs. */
async function readVariants(index: SearchIndex, { words }: Query, { synonyms = NO_SYNONYMS }: Reading): Promise<Term[][]> {
  const keys = words.map(({ key }) => key);
  const others = variants(keys, expansions(keys, synonyms));
  const read = others.map((other) =>
    readTerms(index, { words: other.map((key) => ({ key, text: key, stop: false, size: false })), begun: false }, { exact: true }),
  );
  return (await Promise.all(read)).filter((terms) => terms.every((term) => term.words.size > 0));
}

function keysOf(terms: readonly Term[]): string[] {
  return terms.map((term) => term.key);
}

/** The typed words in a row, as in names. */
function phrasesOf({ words, begun }: Query, lead: readonly Term[], replaced: readonly Replaced[]): Phrases {
  const hard = lead.filter((term) => !term.soft);
  const last = hard.at(-1);
  const typed = words.filter(({ size }) => !size).flatMap(({ text, key }) => replaced.find((one) => one.typed === text)?.keys ?? [key]);
  // An admin's synonym that occurs in Spanish names stands for the typed word, which does not.
  const [only] = hard.length === 1 ? hard : [];
  const spanish = only?.words.has(spanishWord(only.key)) ? [only.key] : typed;
  const lastTyped = spanish.at(-1) ?? "";
  const isWhole = !begun || hard.some((term) => [lastTyped, spanishWord(lastTyped)].some((word) => term.words.has(word)));
  return {
    english: ` ${keysOf(hard).join(" ")}${last?.words.has(last.key) ? " " : ""}`,
    spanish: namesakes(spanish).map((keys) => ` ${keys.map(singular).join(" ")}${isWhole ? " " : ""}`),
    isSpanish: hard.some((term) => !spanish.includes(term.key) || [...term.words.keys()].every(spanishKey)),
  };
}
