import { sql, type SQL } from "drizzle-orm";
import { FACTORS, type Term } from "./term.ts";

/** How many results are ranked and counted. */
export const MOST_RESULTS = 600;
/** If all words are common, only this many of the best products of each word are read. */
const MOST_POSTINGS = 2000;
/** In how many products a half-typed word is looked up. */
const MOST_PROBES = 600;

/** Whether {@link withAllWords} may skip products of some terms. */
export function isBounded(hard: readonly Term[]): boolean {
  const counts = hard.filter((term) => !term.vague).map((term) => term.count);
  return hard.length > 1 && Math.min(...counts) > (counts.length < hard.length ? MOST_PROBES : MOST_POSTINGS / 2);
}

/**
 * The products (`no`, `score`) that match every hard term, those that also match the soft ones first. The rarest term
 * is looked up first. A half-typed one with too many extensions comes last, and is looked up only in the best products
 * of the others. `group by` and `offset 0` keep the planner from reordering the steps, which would take longer than the
 * joins.
 * @param whole reads all products of all terms, however long it takes
 */
export function withAllWords(hard: readonly Term[], soft: readonly Term[], whole = false): SQL {
  const [only] = hard;
  if (only && hard.length + soft.length === 1) return bestPostings(only, MOST_RESULTS);
  const vague = hard.length > 1 && !whole ? hard.find((term) => term.vague) : undefined;
  const exact = hard.filter((term) => term !== vague).sort((a, b) => a.count - b.count);
  const [first, ...rest] = exact as [Term, ...Term[]]; // there is at least one hard term, and a vague one is never alone
  const bounded = !whole && first.count > MOST_POSTINGS / 2;

  let found = vague && rest.length + soft.length === 0 ? bestPostings(first, MOST_PROBES) : postings(first, bounded);
  const unique = exact.every((term) => term.words.size === 1);
  for (const term of rest) {
    found = unique
      ? sql`select no, a.score + b.score as score from (${found}) a join (${postings(term, bounded)}) b using (no) offset 0`
      : sql`select no, max(a.score + b.score) as score from (${found}) a join (${postings(term, bounded)}) b using (no) group by no`;
  }
  for (const term of soft) {
    found = sql`select no, max(a.score + coalesce(1000 + b.score, 0)) as score
      from (${found}) a left join (${postings(term, bounded)}) b using (no) group by no`;
  }
  if (vague) {
    found = sql`select no, max(a.score + b.score) as score
      from (select * from (${found}) f order by score desc, no limit ${MOST_PROBES}) a
      cross join lateral (${probe(vague, sql`a.no`)}) b where b.score is not null group by no`;
  }
  return sql`select no, score / ${hard.length} as score from (${found}) f`;
}

/** Of the best products of each word, those that match the most terms. A rare term counts more than a common one. */
export function withMostWords(terms: readonly Term[]): SQL {
  const alternatives = terms.flatMap((term, place) =>
    [...term.words].map(([word, factor]) => ({
      term: place,
      word,
      factor,
      rarity: 1 / Math.log2(4 + term.count),
      most: Math.ceil(MOST_PROBES / 2 / terms.length / term.words.size),
    })),
  );
  const words = texts(alternatives.map(({ word }) => word));
  return sql`
    select no, sum(score) as score from (
      select no, term, max((1000 + p.impact * a.factor) * a.rarity) as score
      from (select distinct no from unnest(${words}, ${integers(alternatives.map(({ most }) => most))}) a(word, most)
            cross join lateral (select no from search_posting p where p.word = a.word order by impact desc, no limit a.most) p) c
      join search_posting p using (no)
      join unnest(${words}, ${integers(alternatives.map(({ term }) => term))}, ${reals(alternatives.map(({ factor }) => factor))},
        ${reals(alternatives.map(({ rarity }) => rarity))}) a(word, term, factor, rarity) using (word)
      group by no, term) t group by no`;
}

/** All products of a term, or the best of each word, with their scores. A product with several of the words is returned several times. */
function postings(term: Term, bounded: boolean): SQL {
  const [[word, factor], ...others] = [...term.words].sort(([, a], [, b]) => b - a) as [[string, number], ...[string, number][]];
  const best = bounded ? sql`order by impact desc, no limit ${MOST_POSTINGS}` : sql``;
  const main = sql`(select no, impact * ${factor}::real as score from search_posting where word = ${word} ${best})`;
  if (others.length === 0) return main;
  const words = texts(others.map(([other]) => other));
  return sql`${main} union all (
    select no, impact * (${reals(others.map(([, other]) => other))})[array_position(${words}, word)]
    from search_posting where word = any(${words}) ${best})`;
}

/** The best products of a term, the same number for each of its words, but fewer for extensions of a half-typed word. */
function bestPostings(term: Term, most: number): SQL {
  const list = [...term.words];
  const fewer = Math.max(50, Math.ceil((2 * most) / list.length));
  const limits = list.map(([, factor]) => (factor <= FACTORS.prefix ? fewer : most));
  return sql`
    select no, max(impact * factor) as score
    from unnest(${texts(list.map(([word]) => word))}, ${reals(list.map(([, factor]) => factor))}, ${integers(limits)}) a(word, factor, most)
    cross join lateral (select no, impact from search_posting p where p.word = a.word order by impact desc, no limit a.most) p
    group by no`;
}

/** The score of a half-typed term in one product, or null. Every word with the prefix counts. */
function probe(term: Term, no: SQL): SQL {
  const prefix = term.prefix ?? "";
  const others = [...term.words.keys()].filter((word) => !word.startsWith(prefix));
  const extended = sql`
    select max(impact * case when word = ${term.key} then 1 else ${FACTORS.prefix}::real end) as score from search_posting
    where no = ${no} and word >= ${prefix} and word < ${prefix} || U&'\\+10FFFF'`;
  if (others.length === 0) return extended;
  return sql`${extended} union all
    select max(impact) * ${FACTORS.meaning}::real from search_posting where no = ${no} and word = any(${texts(others)})`;
}

const texts = (list: string[]): SQL => sql`${sql.param(list)}::text[]`;
const integers = (list: number[]): SQL => sql`${sql.param(list)}::int[]`;
const reals = (list: number[]): SQL => sql`${sql.param(list)}::real[]`;
