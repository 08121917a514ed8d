import type { Db } from "#server/db/connect.ts";
import { closest, splits, type Meant } from "./spelling.ts";
import * as store from "./store.ts";
import { FACTORS, type Term } from "./term.ts";
import { stem } from "./words.ts";

/** In so many words of a query typing errors are forgiven. */
const MOST_FORGIVEN = 4;
/** A word in no more products than these may be a typing error of the catalogue itself … */
const RARE = 3;
/** … when a neighbour of it occurs so many times as often. */
const FAR_MORE = 20;
/** In fewer products than these a part of a word is chance. */
const FREQUENT = 20;
/** Shorter words are not corrected at all, or not when they exist. */
const SHORTEST = 3;
const LONG = 5;
/** What the words after the most probable one are worth of it. */
const LESS_PROBABLE = 0.6;

/**
 * A word that is nowhere gets the closest words of the catalogue, or is read as two ("oliveoil"). A word that nearly never
 * occurs also gets a neighbour that occurs far more often.
 */
export async function forgiveTypos(db: Db, terms: Term[]): Promise<Term[]> {
  const doubtful = terms
    .filter((term) => term.count <= RARE && term.key.length >= SHORTEST && !/\d/.test(term.key))
    .sort((a, b) => a.count - b.count)
    .slice(0, MOST_FORGIVEN);
  if (doubtful.length === 0) return terms;
  const similar = await store.readSimilar(
    db,
    doubtful.map((term) => term.key),
  );
  const parts = doubtful.filter((term) => term.count === 0).flatMap((term) => pairsOf(term.key).flat());
  const counts = parts.length > 0 ? await store.readWordCounts(db, parts) : new Map<string, number>();
  return terms.flatMap((term) => {
    if (!doubtful.includes(term)) return [term];
    const meant = closest(term.key, similar.get(term.key) ?? [], term.prefix !== undefined);
    return term.count > 0 ? [withFrequentNeighbours(term, meant)] : replaced(term, meant, counts);
  });
}

function withFrequentNeighbours(term: Term, meant: readonly Meant[]): Term {
  if (term.key.length < LONG) return term;
  const neighbours = meant.filter(({ errors, count }) => errors <= 1 && count >= FAR_MORE * term.count);
  return { ...term, words: new Map([...term.words, ...neighbours.map(({ word }) => [word, FACTORS.typo] as const)]) };
}

/** What stands for a word that is nowhere; one error is more probable than a forgotten space. */
function replaced(term: Term, meant: readonly Meant[], counts: ReadonlyMap<string, number>): Term[] {
  const [first, ...others] = meant;
  const pair = first && first.errors <= 1 ? undefined : bestPair(term.key, counts);
  if (pair) return pair.map((word) => termOf(word, counts.get(word) ?? 0));
  if (!first) return [{ ...term, prefix: undefined }];
  const found = termOf(
    first.word,
    meant.reduce((sum, { count }) => sum + count, 0),
  );
  for (const { word } of others) found.words.set(word, FACTORS.typo * LESS_PROBABLE);
  return [found];
}

function pairsOf(word: string): [string, string][] {
  return splits(word).map(([first, second]) => [first, stem(second)]);
}

/** The two frequent words that are most probably written as one here. */
function bestPair(word: string, counts: ReadonlyMap<string, number>): [string, string] | undefined {
  const rarer = (pair: [string, string]) => Math.min(...pair.map((part) => counts.get(part) ?? 0));
  const best = pairsOf(word).sort((a, b) => rarer(b) - rarer(a))[0];
  return best && rarer(best) >= FREQUENT ? best : undefined;
}

function termOf(word: string, count: number): Term {
  return { words: new Map([[word, FACTORS.typo]]), prefix: undefined, vague: false, soft: false, count, key: word };
}
