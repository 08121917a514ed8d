import type { Db } from "#server/db/connect.ts";
import { forgiveTypos } from "./forgive-typos.ts";
import type { Query } from "./read-query.ts";
import { spellings } from "./spelling.ts";
import * as store from "./store.ts";
import { meanings } from "./synonyms.ts";
import { FACTORS, type Term } from "./term.ts";

const MOST_EXTENSIONS = 24;

/** The terms of a query, one for each typed word; a term without words matches nothing. */
export async function readTerms(db: Db, query: Query): Promise<Term[]> {
  const terms = literalTerms(query);
  addWhatSpansWords(terms, query);
  const prefix = terms.at(-1)?.prefix;
  const candidates = terms.flatMap((term) => [...term.words.keys()]);
  const counts = await store.readWordCounts(db, candidates, { prefix, most: MOST_EXTENSIONS });
  for (const term of terms) keepKnown(term, counts);
  return forgiveTypos(db, terms);
}

function literalTerms({ words, begun }: Query): Term[] {
  return words.map(({ key, text, size }, place) => ({
    words: new Map([...spellings(key).map((other) => [other, FACTORS.spelling] as const), [key, 1]]),
    prefix: begun && place === words.length - 1 ? text : undefined,
    vague: false,
    soft: size,
    count: 0,
    key,
  }));
}

/** Synonyms, of one word or several ("clarified butter" is ghee), and words that are also written as one ("tooth paste"). */
function addWhatSpansWords(terms: Term[], { words }: Query): void {
  const add = (at: number, length: number, word: string, factor: number) => {
    for (const term of terms.slice(at, at + length)) if (!term.words.has(word)) term.words.set(word, factor);
  };
  const keys = words.map(({ key }) => key);
  for (const { at, length, meaning } of meanings(keys)) add(at, length, meaning, FACTORS.meaning);
  for (let at = 0; at + 1 < words.length; at++) add(at, 2, words[at]!.text + words[at + 1]!.key, FACTORS.joined);
}

/** Leaves the words that are in the index, and adds those that begin with the prefix. */
function keepKnown(term: Term, counts: ReadonlyMap<string, number>): void {
  const { prefix, words } = term;
  if (prefix !== undefined) {
    const extensions = [...counts.keys()].filter((word) => word.startsWith(prefix));
    const factor = counts.has(term.key) ? FACTORS.longer : FACTORS.prefix;
    for (const word of extensions) if (!words.has(word)) words.set(word, factor);
    term.vague = extensions.length >= MOST_EXTENSIONS;
  }
  for (const word of words.keys()) {
    const count = counts.get(word);
    if (count === undefined) words.delete(word);
    else term.count += count;
  }
}
