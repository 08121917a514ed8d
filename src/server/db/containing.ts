/** Shorter texts contain no trigram, so that an index of trigrams (`pg_trgm`) is of no use for them. */
export const TRIGRAM = 3;

/** A LIKE pattern that finds a text anywhere. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
