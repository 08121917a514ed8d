import { inTwo } from "./synonyms.ts";
import { words, type Word } from "./words.ts";

/** A search query, broken into words. */
export interface Query {
  /** The significant words, in order, without duplicates. */
  words: readonly Word[];
  /** The last word may be incomplete, because nothing follows it yet. */
  begun: boolean;
}

/** Further words are ignored. */
const MOST_WORDS = 8;

/** Breaks a query into words. Stop words count only if there are no other words. */
export function readQuery(text: string): Query {
  const typed = words(inTwo(text), true);
  const last = typed.at(-1);
  const telling = typed.some((word) => !word.stop) ? typed.filter((word) => !word.stop) : typed.slice(-1);
  const once = telling.filter((word, place) => telling.findIndex(({ key }) => key === word.key) === place).slice(0, MOST_WORDS);
  return { words: once, begun: once.at(-1) === last && last?.size === false && /[\p{L}\p{N}]$/u.test(text) };
}

/** Queries with the same key have the same results. */
export function queryKey(text: string): string {
  const query = readQuery(text);
  return JSON.stringify([query.words.map((word) => word.text), query.begun, text.trim() === ""]);
}
