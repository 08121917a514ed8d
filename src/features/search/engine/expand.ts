import { keysOf } from "./words.ts";

interface Rule {
  texts: readonly string[];
  oneWay: boolean;
}

/** What else a phrase finds. */
interface Entry {
  keys: readonly string[];
  others: readonly (readonly string[])[];
}

/** The admins' synonyms by the first word of each phrase, longest phrase first. */
export type Synonyms = ReadonlyMap<string, readonly Entry[]>;

export const NO_SYNONYMS: Synonyms = new Map();

/** Prepares synonyms for searching. */
export function compile(rules: readonly Rule[]): Synonyms {
  const entries = rules.flatMap(({ texts, oneWay }) => {
    const phrases = texts.map((text) => keysOf(text));
    const from = oneWay ? phrases.slice(0, 1) : phrases;
    return from.map((keys) => ({ keys, others: phrases.filter((other) => other !== keys) }));
  });
  return Map.groupBy(
    entries.toSorted((a, b) => b.keys.length - a.keys.length),
    ({ keys }) => keys[0]!,
  );
}

/** A phrase of a query, and what it also finds. */
export interface Expansion {
  at: number;
  length: number;
  others: readonly (readonly string[])[];
}

/** The phrases in a list of keys that have synonyms. */
export function expansions(keys: readonly string[], synonyms: Synonyms): Expansion[] {
  if (synonyms.size === 0) return [];
  return keys.flatMap((key, at) =>
    (synonyms.get(key) ?? [])
      .filter((entry) => entry.keys.every((part, place) => keys[at + place] === part))
      .map((entry) => ({ at, length: entry.keys.length, others: entry.others })),
  );
}

/** How many other queries a query may stand for. */
const MOST_VARIANTS = 4;

/** Other queries that mean the same: a phrase is replaced by a synonym of several words. */
export function variants(keys: readonly string[], found: readonly Expansion[]): string[][] {
  return found
    .flatMap(({ at, length, others }) =>
      others.filter((other) => other.length > 1).map((other) => [...keys.slice(0, at), ...other, ...keys.slice(at + length)]),
    )
    .slice(0, MOST_VARIANTS);
}
