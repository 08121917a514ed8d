import { expect, test } from "vitest";
import { randomNumbers } from "../../../../tests/support/random-numbers.ts";
import { bestOf, highest } from "./scored.ts";

test("the best come first, among equals those with the lowest number, however many there are", () => {
  const below = randomNumbers(7);
  for (const [count, most] of [
    [0, 5],
    [5, 5],
    [40, 12],
    [40, 39],
    [3000, 100],
    [3000, 600],
  ] as const) {
    // prettier-ignore
    const nos = Array.from({ length: count }, (_, n) => n).sort(() => below(3) - 1);
    const scores = nos.map(() => below(8) / 4);
    const expected = nos
      .map((no, place) => ({ no, score: scores[place]! }))
      .sort((a, b) => b.score - a.score || a.no - b.no)
      .slice(0, most);
    const best = bestOf({ nos, scores }, most);
    expect(best.nos).toEqual(expected.map(({ no }) => no));
    expect(best.scores).toEqual(expected.map(({ score }) => score));
  }
});

test("each product gets its highest score", () => {
  const lists = [{ nos: [3, 1], scores: [5, 2] }, { nos: [], scores: [] }, { nos: [1, 2], scores: [4, 1] }]; // prettier-ignore
  expect(highest(lists)).toEqual({ nos: [3, 1, 2], scores: [5, 4, 1] });
  expect(highest([])).toEqual({ nos: [], scores: [] });
});
