import { language } from "#words/language.ts";
import { SPANISH_KEYS } from "./spanish.ts";
import { closest, splits, type Candidate, type Meant } from "./spelling.ts";
import type { SearchIndex } from "./search-index.ts";
import { FACTORS, type Term } from "./term.ts";
import { stem, type Replaced } from "./words.ts";

/** How many words of a query are corrected. */
const MOST_FORGIVEN = 4;
/** A word in this many products or fewer may be a typo in the catalogue itself … */
const RARE = 3;
/** … if a similar word occurs this many times as often. */
const FAR_MORE = 20;
/** A word is split in two only if both parts occur in this many products. */
const FREQUENT = 20;
/** Shorter words are never corrected. */
const SHORTEST = 3;
/** Shorter words are not corrected if they exist. */
const LONG = 5;
/** On English pages, a Spanish word must have this many typos fewer than an English one to be the one meant. */
const FAR_CLOSER = 0.5;
/** The weight of the other corrections, compared with the most probable one. */
const LESS_PROBABLE = 0.6;

/** What was meant by a query with typing errors. */
interface Forgiven {
  terms: Term[];
  /** The Spanish words that were meant, by their place. If there are any, the query is to be read again with them. */
  spanish: ReadonlyMap<number, string>;
}

/**
 * Replaces a word that does not occur with the closest words in the catalogue, or splits it in two ("oliveoil"). A word that hardly ever
 * occurs keeps its matches and adds similar words that occur far more often. A word that does not occur may also be a Spanish one
 * ("zanahorya"), unless an English one is as close; on Spanish pages, Spanish words win.
 * @param typed the typed words, one for each term
 * @param mayBeSpanish whether Spanish words may have been meant
 */
export async function forgiveTypos(index: SearchIndex, terms: Term[], typed: readonly string[], mayBeSpanish: boolean): Promise<Forgiven> {
  const doubtful = terms
    .filter((term) => !term.isPhrase && term.count <= RARE && term.key.length >= SHORTEST && !/\d/.test(term.key))
    .sort((a, b) => a.count - b.count)
    .slice(0, MOST_FORGIVEN);
  if (doubtful.length === 0) return { terms, spanish: new Map() };
  const similar = await index.readSimilar(doubtful.map((term) => term.key));
  const english = (term: Term) =>
    closest(
      term.key,
      (similar.get(term.key) ?? []).filter(({ isSpanish }) => !isSpanish),
      term.prefix !== undefined,
    );
  const spanish = new Map(
    terms.flatMap((term, place) => {
      if (!mayBeSpanish || term.count > 0 || !doubtful.includes(term)) return [];
      const meant = spanishFor(term, similar.get(term.key)?.filter(({ isSpanish }) => isSpanish) ?? [], english(term)[0]);
      return meant === undefined ? [] : [[place, meant] as const];
    }),
  );
  if (spanish.size > 0) return { terms, spanish };
  const parts = doubtful.filter((term) => term.count === 0).flatMap((term) => pairsOf(term.key).flat());
  const counts = parts.length > 0 ? await index.readWordCounts([...new Set(parts)]) : new Map<string, number>();
  const forgiven = terms.flatMap((term, place) => {
    if (!doubtful.includes(term)) return [term];
    const meant = english(term);
    return term.count > 0 ? [withFrequentNeighbors(term, meant)] : replaced(term, meant, counts, typed[place] ?? term.key);
  });
  return { terms: forgiven, spanish };
}

/** The Spanish words that are read as English. */
const TRANSLATED: readonly Candidate[] = SPANISH_KEYS.map((word) => ({ word, count: 0, alike: false }));

/** The Spanish word that was meant; undefined if an English one is more probable. */
function spanishFor({ key, prefix }: Term, similar: readonly Candidate[], english: Meant | undefined): string | undefined {
  const [spanish] = closest(key, [...similar, ...TRANSLATED], prefix !== undefined);
  if (!spanish || spanish.word === key) return undefined;
  const ahead = language() === "es" ? 0 : FAR_CLOSER;
  return !english || spanish.errors + ahead <= english.errors ? spanish.word : undefined;
}

function withFrequentNeighbors(term: Term, meant: readonly Meant[]): Term {
  if (term.key.length < LONG) return term;
  const neighbors = meant.filter(({ errors, count }) => errors <= 1 && count >= FAR_MORE * term.count);
  return { ...term, words: new Map([...term.words, ...neighbors.map(({ word }) => [word, FACTORS.typo] as const)]) };
}

/** Replaces a word that does not occur. One typo is more probable than a missing space. */
function replaced(term: Term, meant: readonly Meant[], counts: ReadonlyMap<string, number>, typed: string): Term[] {
  const [first, ...others] = meant;
  const pair = first && first.errors <= 1 ? undefined : bestPair(term.key, counts);
  if (pair) return pair.map((word) => termOf(word, counts.get(word) ?? 0, { typed, keys: pair }));
  if (!first) return [{ ...term, prefix: undefined }];
  const found = termOf(
    first.word,
    meant.reduce((sum, { count }) => sum + count, 0),
    { typed, keys: [first.word] },
  );
  for (const { word } of others) found.words.set(word, FACTORS.typo * LESS_PROBABLE);
  return [found];
}

function pairsOf(word: string): [string, string][] {
  return splits(word).map(([first, second]) => [first, stem(second)]);
}

/** The two frequent words that were most probably typed as one. */
function bestPair(word: string, counts: ReadonlyMap<string, number>): [string, string] | undefined {
  const rarer = (pair: [string, string]) => Math.min(...pair.map((part) => counts.get(part) ?? 0));
  const best = pairsOf(word).sort((a, b) => rarer(b) - rarer(a))[0];
  return best && rarer(best) >= FREQUENT ? best : undefined;
}

function termOf(word: string, count: number, replaces: Replaced): Term {
  return { words: new Map([[word, FACTORS.typo]]), prefix: undefined, vague: false, soft: false, count, key: word, replaces: [replaces] };
}
