import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { MOST_RESULTS } from "./candidates.ts";
import type { Candidate } from "./spelling.ts";
import { spanishKey, spanishWord } from "./spanish-names.ts";
import { shelfWord } from "./words.ts";

/** The ids of the products on a page, and the total number of results. */
export interface Found {
  ids: string[];
  total: number;
}

/** The requested page. */
export interface PageOf {
  page: number;
  limit: number;
}

/** How many products have each of these words, and the most frequent words with the prefix, English and Spanish. */
export async function readWordCounts(
  db: Db,
  words: readonly string[],
  extensions: { prefix: string | undefined; most: number } = { prefix: undefined, most: 0 },
): Promise<Map<string, number>> {
  const { prefix = "", most } = extensions;
  const inSpanish =
    prefix === "" ? sql`` : sql` union all select word, product_count from search_words('{}', ${spanishWord(prefix)}, ${most})`;
  const { rows } = await db.execute<{ word: string; product_count: number }>(
    sql`select word, product_count from search_words(${sql.param([...new Set(words)])}, ${prefix}, ${most})${inSpanish}`,
  );
  return new Map(rows.map(({ word, product_count }) => [word, product_count]));
}

/** The similar words in the catalogue for each typed word, the Spanish ones without their mark. */
export async function readSimilar(db: Db, typed: string[]): Promise<Map<string, (Candidate & { isSpanish: boolean })[]>> {
  const { rows } = await db.execute<{ typed: string; word: string; core_count: number; alike: boolean }>(sql`
    select typed, s.* from unnest(${sql.param(typed)}::text[]) typed cross join lateral (
      select * from search_similar(typed) union all select word, core_count, false from search_similar_spanish(typed)) s`);
  return Map.groupBy(
    rows.map(({ word, core_count, ...row }) => {
      const key = spanishKey(word);
      return { ...row, word: key ?? word, count: core_count, isSpanish: key !== undefined };
    }),
    (row) => row.typed,
  );
}

/**
 * A page of the candidates and of the products on shelves with exactly this name, in their final order.
 * @param candidates a statement that returns `no` and `score`
 */
export async function readRanked(db: Db, candidates: SQL, keys: string[], phrase: string, { page, limit }: PageOf): Promise<Found> {
  const { rows } = await db.execute<{ ids: string[]; total: number }>(sql`
    select ids, total from (
      select array_agg(no) as nos, array_agg(score::real) as scores from (
        select no, max(score) as score from (
          (${candidates} order by score desc, no limit ${MOST_RESULTS})
          union all
          (select no, impact from search_posting where word = ${shelfWord(keys)} order by impact desc, no limit ${MOST_RESULTS})
        ) c group by no order by score desc, no limit ${MOST_RESULTS}
      ) c
    ) c cross join lateral search_rank(nos, scores, ${phrase}, ${limit}, ${(page - 1) * limit})`);
  return rows[0]!;
}

/** Bestsellers; among equal sales, products in stock first. */
export async function readPopular(db: Db, { page, limit }: PageOf): Promise<Found> {
  const offset = (page - 1) * limit;
  const { rows } = await db.execute<{ ids: string[]; total: number }>(sql`
    select
      array(select id from product where deleted_at is null and not hidden order by sold desc, (stock > 0) desc, id
            limit ${Math.max(0, Math.min(limit, MOST_RESULTS - offset))} offset ${offset}) as ids,
      (select count(*)::int from (select from product where deleted_at is null and not hidden limit ${MOST_RESULTS}) p) as total`);
  return rows[0]!;
}
