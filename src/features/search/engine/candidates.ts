import { matchAll, matchMost, matchOne } from "./match-terms.ts";
import { bestOf, type Scored } from "./scored.ts";
import { MOST_RESULTS, type SearchIndex } from "./search-index.ts";
import { readProbed } from "./store.ts";
import { FACTORS, type Term } from "./term.ts";

/** In how many products a term is looked up if its postings are not all in memory. */
const MOST_PROBES = 600;
/** At least this many products of each word are read. */
const LEAST_EACH = 50;

const wordsOf = (terms: readonly Term[]) => terms.flatMap(({ words }) => [...words.keys()]);

/**
 * The products that match every hard term, those that also match the soft ones first. Two kinds of terms are looked up in the database,
 * in the best products of the others: half-typed ones that may become too many words, and common ones beside a rare one.
 */
export async function withAllWords(index: SearchIndex, hard: readonly Term[], soft: readonly Term[]): Promise<Scored> {
  const [only] = hard;
  if (only && hard.length + soft.length === 1) return best(index, only);
  const vague = hard.length > 1 ? hard.find((term) => term.vague) : undefined;
  const exact = hard.filter((term) => term !== vague).sort((a, b) => a.count - b.count);
  const postings = await index.readPostings(wordsOf([...exact, ...soft]));
  const isCut = ({ words }: Term) => [...words.keys()].some((word) => postings.get(word)?.isCut);
  const isRare = exact[0]!.count <= MOST_PROBES; // there is at least one hard term, and a vague one is never alone
  const common = isRare ? exact.slice(1).filter(isCut) : [];
  let found = matchAll(
    exact.filter((term) => !common.includes(term)),
    soft,
    postings,
  );
  // oxlint-disable-next-line no-await-in-loop -- each is looked up in what the earlier ones left
  for (const term of vague ? [...common, vague] : common) found = await probe(index, found, term);
  for (let place = 0; place < found.scores.length; place++) found.scores[place]! /= hard.length;
  return found;
}

/** The products that match the most terms, among the best ones of each word. */
export async function withMostWords(index: SearchIndex, terms: readonly Term[]): Promise<Scored> {
  return matchMost(terms, await index.readPostings(wordsOf(terms)), MOST_PROBES / 2);
}

/** The best products of a term, the same number for each of its words, but fewer for extensions of a half-typed word. */
async function best(index: SearchIndex, term: Term): Promise<Scored> {
  const fewer = Math.max(LEAST_EACH, Math.ceil((2 * MOST_RESULTS) / term.words.size));
  const most = (factor: number) => (factor <= FACTORS.prefix ? fewer : MOST_RESULTS);
  return matchOne(term, await index.readBest(wordsOf([term])), most);
}

/** Those of the best products that also match the term. Every word with its prefix counts. */
async function probe(index: SearchIndex, found: Scored, term: Term): Promise<Scored> {
  const { nos, scores } = bestOf(found, MOST_PROBES);
  const probed = await readProbed(index.db, nos, term);
  const places = [...nos.keys()].filter((place) => probed.has(nos[place]!));
  return { nos: places.map((place) => nos[place]!), scores: places.map((place) => scores[place]! + probed.get(nos[place]!)!) };
}
