import { expect, test } from "vitest";
import { matchAll, matchMost, matchOne } from "./match-terms.ts";
import type { Postings } from "./store.ts";
import type { Term } from "./term.ts";

/** Postings by product number, which are given best first. */
function postings(lists: Record<string, Record<number, number>>): Map<string, Postings> {
  return new Map(
    Object.entries(lists).map(([word, impacts]) => {
      const best = Object.entries(impacts).sort(([, a], [, b]) => b - a);
      const nos = Uint32Array.from(best, ([no]) => Number(no));
      return [word, { nos, impacts: Int16Array.from(best, ([, impact]) => impact), highestNo: Math.max(0, ...nos), isCut: false }];
    }),
  );
}
const term = (words: Record<string, number>, given: Partial<Term> = {}): Term => ({
  words: new Map(Object.entries(words)),
  prefix: undefined,
  vague: false,
  soft: false,
  count: 4,
  key: Object.keys(words)[0]!,
  ...given,
});
const found = ({ nos, scores }: { nos: number[]; scores: number[] }) => Object.fromEntries(nos.map((no, n) => [no, scores[n]]));

const known = postings({
  olive: { 1: 40, 2: 20, 9: 8 },
  aceituna: { 2: 60, 7: 50 },
  oil: { 2: 30, 7: 10, 1: 5, 500: 5 },
  "1000ml": { 7: 10 },
});
const olive = term({ olive: 1, aceituna: 0.5 });
const oil = term({ oil: 1 });

test("products have every hard term, and count the best word of each", () => {
  expect(found(matchAll([olive, oil], [], known))).toEqual({ 1: 45, 2: 60, 7: 35 });
  expect(found(matchAll([oil, olive], [], known))).toEqual({ 1: 45, 2: 60, 7: 35 });
  expect(found(matchAll([oil, term({ nothing: 1 })], [], known))).toEqual({});
});

test("a soft term need not match, but what matches it comes before everything else", () => {
  const size = term({ "1000ml": 1 });
  expect(found(matchAll([olive, oil], [size], known))).toEqual({ 1: 45, 2: 60, 7: 1045 });
  expect(found(matchAll([oil], [size, term({ nothing: 1 })], known))).toEqual({ 1: 5, 2: 30, 7: 1020, 500: 5 });
});

test("for one term, only as many products of each word are read as wanted", () => {
  expect(found(matchOne(olive, known, () => 2))).toEqual({ 1: 40, 2: 30, 7: 25 });
  expect(found(matchOne(olive, known, (factor) => (factor < 1 ? 0 : 9)))).toEqual({ 1: 40, 2: 20, 9: 8 });
});

test("if not all words need match, the products with the most words come first", () => {
  const { nos, scores } = matchMost([olive, oil, term({ "1000ml": 1 })], known, 100);
  const best = nos.toSorted((a, b) => scores[nos.indexOf(b)]! - scores[nos.indexOf(a)]!);
  expect(best).toEqual([7, 2, 1, 9, 500]);
});
