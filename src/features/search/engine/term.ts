/** Everything that may stand for one typed word. */
export interface Term {
  /** The words of the index that match, with a factor below 1 for those that are not exactly what was typed. */
  words: Map<string, number>;
  /** Every word of the index that begins so matches too; `words` has the most frequent of them. */
  prefix: string | undefined;
  /** More words have the prefix than `words` has. */
  vague: boolean;
  /** A pack size: many products do not tell theirs, so it decides about the order, not about who is found. */
  soft: boolean;
  /** In how many products the words occur; an estimate. */
  count: number;
  /** The word that is most likely meant. */
  key: string;
}

/** What a match is worth that is not exactly what was typed. */
export const FACTORS = { spelling: 0.95, meaning: 0.9, joined: 0.9, prefix: 0.6, longer: 0.4, typo: 0.8 };
