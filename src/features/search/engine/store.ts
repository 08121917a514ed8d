import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Candidate } from "./spelling.ts";
import { spanishKey } from "./spanish-names.ts";
import { FACTORS, type Term } from "./term.ts";

/** The ids of the products on a page, and the total number of results. */
export interface Found {
  ids: string[];
  /** How well each product matches, in the order of the ids. */
  points: number[];
  total: number;
}

/** The requested page. */
export interface PageOf {
  page: number;
  limit: number;
}

type WordCount = { word: string; product_count: number };

/** Comes before every character of a word. */
const LOWEST = "\u0001";
/** Comes after every character of a word. */
const HIGHEST = "\u{10FFFF}";

/**
 * For each beginning, the words of products that start with it and how many products contain each.
 * @param length of a beginning without marks; a shorter one is a whole word
 */
export async function readWords(db: Db, beginnings: readonly string[], length: number): Promise<Map<string, Map<string, number>>> {
  const ends = beginnings.map((beginning) => beginning + ((spanishKey(beginning) ?? beginning).length < length ? LOWEST : HIGHEST));
  const { rows } = await db.execute<WordCount & { beginning: string }>(sql`
    select beginning, word, product_count
    from unnest(${sql.param([...beginnings])}::text[], ${sql.param(ends)}::text[]) b (beginning, above) cross join lateral (
      select word, product_count from search_word w
      where w.word >= beginning and w.word < above and (select true from search_posting p where p.word = w.word limit 1) offset 0) w`);
  const found = new Map(beginnings.map((beginning) => [beginning, new Map<string, number>()]));
  for (const { beginning, word, product_count } of rows) found.get(beginning)!.set(word, product_count);
  return found;
}

const shelfAfter = (word: SQL) => sql`(select word from search_posting where word > ${word} and word < '>' order by word limit 1)`;

/** The words of all shelves that have products: looked up one after the other in the index, since each may have thousands. */
export async function readShelfWords(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    with recursive shelf (word) as (
      select ${shelfAfter(sql`'='`)} union all select ${shelfAfter(sql`shelf.word`)} from shelf where word is not null)
    select word from shelf where word is not null`);
  return new Set(rows.map(({ word }) => word));
}

/** The most frequent words with each prefix, and how many products have them. */
export async function readExtensions(db: Db, prefixes: readonly string[], most: number): Promise<Map<string, [string, number][]>> {
  const { rows } = await db.execute<WordCount & { prefix: string }>(sql`
    select prefix, word, product_count from unnest(${sql.param([...prefixes])}::text[]) prefix
    cross join lateral search_words('{}', prefix, ${most})`);
  const found = new Map<string, [string, number][]>(prefixes.map((prefix) => [prefix, []]));
  for (const { prefix, word, product_count } of rows) found.get(prefix)!.push([word, product_count]);
  return found;
}

/** The products that have a word, best first, and how much it says about each. */
export interface Postings {
  readonly nos: Uint32Array;
  readonly impacts: Int16Array;
  readonly highestNo: number;
  /** More products have the word. */
  readonly isCut: boolean;
}

/** What a word and a short list take in memory, in bytes. */
const WORD_BYTES = 1000;

/** The memory that a word and its postings take, in bytes. */
export const bytesOf = (postings: Postings | undefined) =>
  WORD_BYTES + (postings ? postings.nos.byteLength + postings.impacts.byteLength : 0);

/** The best postings of each word. They come as bytes, since reading thousands of rows would take many times as long. */
export async function readPostings(db: Db, words: readonly string[], most: number): Promise<Map<string, Postings>> {
  const { rows } = await db.execute<{ word: string; nos: Buffer; impacts: Buffer; highest: number }>(sql`
    select word, nos, impacts, highest from unnest(${sql.param([...words])}::text[]) word cross join lateral (
      select string_agg(int4send(no), '') as nos, string_agg(int2send(impact), '') as impacts, max(no) as highest
      from (select no, impact from search_posting p where p.word = word.word order by impact desc, no limit ${most}) best) p
    where nos is not null`);
  return new Map(
    rows.map(({ word, nos, impacts, highest }) => [
      word,
      {
        nos: new Uint32Array(Uint8Array.from(nos.swap32()).buffer),
        impacts: new Int16Array(Uint8Array.from(impacts.swap16()).buffer),
        highestNo: highest,
        isCut: nos.length / 4 === most,
      },
    ]),
  );
}

/** The best score of a term in each of these products that have it. Every word with its prefix counts. */
export async function readProbed(db: Db, nos: readonly number[], { key, prefix = "", words }: Term): Promise<Map<number, number>> {
  const others = [...words].filter(([word]) => prefix === "" || !word.startsWith(prefix));
  const { rows } = await db.execute<{ no: number; score: number }>(sql`
    select no, max(score) as score from unnest(${sql.param([...nos])}::int[]) no cross join lateral (
      select p.impact * case when p.word = ${key} then 1 else ${FACTORS.prefix}::float8 end as score from search_posting p
      where ${prefix} <> '' and p.no = no.no and p.word >= ${prefix} and p.word < ${prefix} || U&'\\+10FFFF'
      union all
      select p.impact * o.factor from unnest(${sql.param(others.map(([word]) => word))}::text[], ${sql.param(others.map(([, factor]) => factor))}::float8[])
        o (word, factor) join search_posting p on p.no = no.no and p.word = o.word) s
    group by no`);
  return new Map(rows.map(({ no, score }) => [no, score]));
}

/** What the index knows about a product besides its words. */
export interface IndexedProduct {
  no: number;
  id: string;
  nameWords: string;
  headWords: string;
  headWordsEs: string;
  brandWords: string;
  department: string;
}

/** Products of the index, by their numbers. */
export async function readIndexed(db: Db, nos: readonly number[]): Promise<Map<number, IndexedProduct>> {
  const { rows } = await db.execute<IndexedProduct & Record<string, unknown>>(sql`
    select no, product_id as id, name_words as "nameWords", head_words as "headWords", head_words_es as "headWordsEs", brand_words as "brandWords", department
    from search_product where no = any(${sql.param([...nos])}::int[])`);
  return new Map(rows.map((row) => [row.no, row]));
}

/** What decides between products that match equally well. */
export interface Standing {
  isAvailable: boolean;
  popularity: number;
}

/** The standing of products, by their ids. */
export async function readStandings(db: Db, ids: readonly string[]): Promise<Map<string, Standing>> {
  const { rows } = await db.execute<Standing & { id: string } & Record<string, unknown>>(sql`
    select id, stock > 0 as "isAvailable", popularity from product where id = any(${sql.param([...ids])}::text[])`);
  return new Map(rows.map(({ id, isAvailable, popularity }) => [id, { isAvailable, popularity }]));
}

/** The types of products that have one. */
export async function readTypes(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ type: string }>(sql`
    select distinct type from product where id = any(${sql.param([...ids])}::text[]) and type <> ''`);
  return rows.map(({ type }) => type);
}

/** A word in the catalogue, without its mark if it is Spanish. */
export type SimilarWord = Candidate & { isSpanish: boolean };

/** The similar words in the catalogue for each typed word. */
export async function readSimilar(db: Db, typed: readonly string[]): Promise<Map<string, SimilarWord[]>> {
  const { rows } = await db.execute<{ typed: string; word: string; core_count: number; alike: boolean }>(sql`
    select typed, s.* from unnest(${sql.param([...typed])}::text[]) typed cross join lateral (
      select * from search_similar(typed) union all select word, core_count, false from search_similar_spanish(typed)) s`);
  return Map.groupBy(
    rows.map(({ word, core_count, ...row }) => {
      const key = spanishKey(word);
      return { ...row, word: key ?? word, count: core_count, isSpanish: key !== undefined };
    }),
    (row) => row.typed,
  );
}
