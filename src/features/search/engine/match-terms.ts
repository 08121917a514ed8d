import type { Scored } from "./scored.ts";
import type { Postings } from "./store.ts";
import type { Term } from "./term.ts";

/** Postings by word. */
export type PostingsOf = ReadonlyMap<string, Postings>;

/** Added when a product matches an optional term, so that more matches count more than better ones. */
const MATCH = 1000;
/** Less is what a word of the description says, which may only mention the thing. */
const MENTION = 10;

// What is known about each product in this step, by its number. The arrays are reused, since a map would take ten times as long. A product
// belongs to the current step if it has the step's mark, so nothing has to be cleared.
let mark = 0;
let marks = new Uint32Array(0);
let best = new Float32Array(0);
let sums = new Float32Array(0);

const HIGHEST_MARK = 4_000_000_000;

function makeRoom(postings: PostingsOf): void {
  let highest = 0;
  for (const list of postings.values()) highest = Math.max(highest, list.highestNo);
  if (highest < marks.length && mark < HIGHEST_MARK) return;
  const length = Math.max(marks.length, Math.ceil((highest + 1) * 1.5));
  mark = 0;
  marks = new Uint32Array(length);
  best = new Float32Array(length);
  sums = new Float32Array(length);
}

interface Matching {
  /** Only products with this mark. */
  among?: number;
  /** How many postings to read of a word with this factor. */
  most?: (factor: number) => number;
}

/** Marks the products that have one of the term's words, and notes the best score of each. */
function match({ words }: Term, postings: PostingsOf, { among, most = () => Infinity }: Matching = {}): number[] {
  const now = ++mark;
  const matched: number[] = [];
  for (const [word, factor] of words) {
    const list = postings.get(word);
    if (!list) continue;
    const { nos, impacts } = list;
    const end = Math.min(nos.length, most(factor));
    for (let n = 0; n < end; n++) {
      const no = nos[n]!;
      const score = impacts[n]! * factor;
      if (marks[no] === now) {
        if (score > best[no]!) best[no] = score;
      } else if (among === undefined || marks[no] === among) {
        marks[no] = now;
        best[no] = score;
        matched.push(no);
      }
    }
  }
  return matched;
}

/** Adds what the term is worth where products match it. The others stay marked. */
function addMatches(found: readonly number[], term: Term, postings: PostingsOf, weight = 1, least = 0): void {
  for (const no of match(term, postings, { among: mark })) sums[no]! += ((best[no]! < least ? 0 : MATCH) + best[no]!) * weight;
  for (const no of found) marks[no] = mark;
}

const withSums = (nos: number[]): Scored => ({ nos, scores: nos.map((no) => sums[no]!) });

/** The products that match the term. */
export function matchOne(term: Term, postings: PostingsOf, most: (factor: number) => number): Scored {
  makeRoom(postings);
  const nos = match(term, postings, { most });
  return { nos, scores: nos.map((no) => best[no]!) };
}

/** The products that match all hard terms, those that also match the soft ones first. */
export function matchAll(hard: readonly Term[], soft: readonly Term[], postings: PostingsOf): Scored {
  makeRoom(postings);
  const [first, ...rest] = hard;
  let found = match(first!, postings);
  for (const no of found) sums[no] = best[no]!;
  for (const term of rest) {
    found = match(term, postings, { among: mark });
    for (const no of found) sums[no]! += best[no]!;
  }
  for (const term of soft) addMatches(found, term, postings);
  return withSums(found);
}

/** The best products of each word, those that match the most terms first. A rare term counts more than a common one. */
export function matchMost(terms: readonly Term[], postings: PostingsOf, most: number): Scored {
  makeRoom(postings);
  mark++;
  const found: number[] = [];
  for (const { words } of terms) {
    const ofEach = Math.ceil(most / terms.length / words.size);
    for (const no of [...words.keys()].flatMap((word) => [...(postings.get(word)?.nos.subarray(0, ofEach) ?? [])])) {
      if (marks[no] === mark) continue;
      marks[no] = mark;
      sums[no] = 0;
      found.push(no);
    }
  }
  for (const term of terms) addMatches(found, term, postings, 1 / Math.log2(4 + term.count), MENTION);
  return withSums(found);
}
