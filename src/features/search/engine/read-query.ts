import { inTwo } from "./synonyms.ts";
import { words, type Word } from "./words.ts";

/** What was typed, as the search understands it. */
export interface Query {
  /** The words that count, in order, each once. */
  words: readonly Word[];
  /** The last word may be only begun: nothing follows it yet. */
  begun: boolean;
}

/** Words behind these are ignored. */
const MOST_WORDS = 8;

/** Reads what was typed. Words that say nothing count only when there are no others. */
export function readQuery(text: string): Query {
  const typed = words(inTwo(text), true);
  const last = typed.at(-1);
  const telling = typed.some((word) => !word.stop) ? typed.filter((word) => !word.stop) : typed.slice(-1);
  const once = telling.filter((word, place) => telling.findIndex(({ key }) => key === word.key) === place).slice(0, MOST_WORDS);
  return { words: once, begun: once.at(-1) === last && last?.size === false && /[\p{L}\p{N}]$/u.test(text) };
}

/** Texts with the same key have the same answer. */
export function queryKey(text: string): string {
  const query = readQuery(text);
  return JSON.stringify([query.words.map((word) => word.text), query.begun, text.trim() === ""]);
}
