import type { Replaced } from "./words.ts";

/** What one typed word may match. */
export interface Term {
  /** The matching words in the index, with a factor below 1 unless they are exactly what was typed. */
  words: Map<string, number>;
  /** Every word in the index with this prefix matches too. `words` has the most frequent ones. */
  prefix: string | undefined;
  /** `words` has only some of the words with the prefix. */
  vague: boolean;
  /** A pack size. Many products do not state theirs, so it affects the order, not what is found. */
  soft: boolean;
  /** The estimated number of products. */
  count: number;
  /** The most likely meaning. */
  key: string;
  /** It is also searched for as several words, so it is not a typo even if it does not occur. */
  isPhrase?: boolean;
  /** The typed words that it replaces, because they do not occur. */
  replaces?: readonly Replaced[];
}

/**
 * The weight of matches that are not exactly what was typed. `longer`: the typed word is complete, but also begins another word.
 * `spanishText`: a word of the Spanish texts, which may be another word than the English one that is spelled alike. `englishWord`: the
 * reverse, on Spanish pages.
 */
export const FACTORS = {
  spelling: 0.95,
  meaning: 0.9,
  spanish: 0.7,
  spanishText: 0.25,
  englishWord: 0.25,
  joined: 0.9,
  prefix: 0.6,
  longer: 0.4,
  typo: 0.8,
};
