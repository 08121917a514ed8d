import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isBounded, MOST_RESULTS, withAllWords, withMostWords } from "./candidates.ts";
import { expansions, NO_SYNONYMS, variants } from "./expand.ts";
import { readQuery, type Query } from "./read-query.ts";
import { readPopular, readRanked, type Found, type PageOf } from "./store.ts";
import { readTerms, type Reading } from "./read-terms.ts";
import { FACTORS, type Term } from "./term.ts";

/** If there are fewer results than this, the search runs again without the limits that may have hidden some. */
const FEW = 12;
/** A query with more words than this matches few products, so reading all products of each word is as fast as reading the best. */
const MANY = 3;

/**
 * Finds products, best first. Every word must match, the last one as a prefix. If no product has every word, those with the
 * most words are returned. An empty text returns popular products.
 */
export async function search(db: Db, text: string, page: PageOf, reading: Reading = {}): Promise<Found & { replaced?: Replaced[] }> {
  if (text.trim() === "") return readPopular(db, page);
  const query = readQuery(text);
  const [own, besides] = await Promise.all([readTerms(db, query, reading), readVariants(db, query, reading)]);
  const terms = own.every((term) => term.words.size > 0 || !term.isPhrase) ? own.filter((term) => term.words.size > 0) : [];
  const lead = terms.length > 0 ? terms : (besides[0] ?? []);
  if (lead.length === 0) return { ids: [], total: 0 };
  const ranked = (candidates: SQL | undefined) => readRanked(db, withVariants(candidates, besides), keysOf(lead), phraseOf(lead), page);
  if (terms.length === 0) return ranked(undefined);

  const { hard, soft, whole } = partsOf(terms);
  let found = await ranked(withAllWords(hard, soft, whole));
  if (found.total < FEW && !whole && isBounded(hard)) {
    const all = await ranked(withAllWords(hard, soft, true));
    if (all.total > found.total) found = all;
  }
  const best = found.total > 0 || hard.length < 2 ? found : await ranked(withMostWords(terms));
  const replaced = replacedIn(terms);
  return replaced.length > 0 ? { ...best, replaced } : best;
}

/** The words that must match, the pack sizes that only affect the order, and whether all products of each word are read. */
function partsOf(terms: readonly Term[]): { hard: Term[]; soft: Term[]; whole: boolean } {
  const onlySizes = terms.every((term) => term.soft);
  const hard = terms.filter((term) => onlySizes || !term.soft);
  const soft = onlySizes ? [] : terms.filter((term) => term.soft);
  return { hard, soft, whole: hard.length > MANY && !hard.some((term) => term.vague) };
}

/** The terms of the other queries that the admins' synonyms make of this one. Only those of which every word occurs. */
async function readVariants(db: Db, { words }: Query, { synonyms = NO_SYNONYMS }: Reading): Promise<Term[][]> {
  const keys = words.map(({ key }) => key);
  const others = variants(keys, expansions(keys, synonyms));
  const read = others.map((other) =>
    readTerms(db, { words: other.map((key) => ({ key, text: key, stop: false, size: false })), begun: false }, { exact: true }),
  );
  return (await Promise.all(read)).filter((terms) => terms.every((term) => term.words.size > 0));
}

/** The candidates of a query, and those of the other queries that it stands for. */
function withVariants(own: SQL | undefined, besides: readonly Term[][]): SQL {
  const others = besides.map((terms) => {
    const { hard, soft, whole } = partsOf(terms);
    return sql`(select no, score * ${FACTORS.meaning}::real as score from (${withAllWords(hard, soft, whole)} order by score desc, no limit ${MOST_RESULTS}) v)`;
  });
  if (own && others.length === 0) return own;
  const all = own ? [sql`(select no, score from (${own}) o)`, ...others] : others;
  return sql`select no, max(score) as score from (${sql.join(all, sql` union all `)}) u group by no`;
}

/** A typed word that does not occur, and the keys of the words it was read as. */
export interface Replaced {
  typed: string;
  keys: string[];
}

function replacedIn(terms: readonly Term[]): Replaced[] {
  const byTyped = Map.groupBy(
    terms.filter(({ replaces }) => replaces !== undefined),
    ({ replaces }) => replaces!,
  );
  return [...byTyped].map(([typed, meant]) => ({ typed, keys: meant.map(({ key }) => key) }));
}

function keysOf(terms: readonly Term[]): string[] {
  return terms.map((term) => term.key);
}

/** The typed words in a row, as in names. Ends with a space unless the last word is incomplete. */
function phraseOf(terms: readonly Term[]): string {
  const hard = terms.filter((term) => !term.soft);
  const last = hard.at(-1);
  return ` ${keysOf(hard).join(" ")}${last?.words.has(last.key) ? " " : ""}`;
}
