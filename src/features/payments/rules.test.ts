import { expect, test } from "vitest";
import { randomNumbers } from "../../../tests/support/random-numbers.ts";
import { ATTEMPT_STATUSES, type AttemptStatus } from "./contract.ts";
import { fitsToken, isExact, NEXT, splitRefund, wayOf, whatBecomes } from "./rules.ts";

test("every payment state is reachable, and one with money always leads to an end", () => {
  const reached = new Set<AttemptStatus>(["CREATING"]);
  for (const status of reached) for (const next of NEXT[status]) reached.add(next);
  expect([...reached].toSorted()).toEqual([...ATTEMPT_STATUSES].toSorted());
  for (const status of ATTEMPT_STATUSES) {
    if (status === "PAID" || status === "REFUNDED") expect(NEXT[status]).toEqual([]);
    else if (status !== "CREATING" && status !== "REFUNDING")
      for (const end of ["PAID", "REFUNDING", "REFUNDED"] as const) expect(whatBecomes(end)).toContain(status);
  }
});

test("a capture counts only with the right owner, amount and currency", () => {
  const attempt = { id: "a", totalCents: 500, currency: "USD" };
  expect(isExact(attempt, { attemptId: "a", cents: 500, currency: "USD" })).toBe(true);
  for (const wrong of [{ attemptId: "b" }, { cents: 499 }, { cents: 501 }, { currency: "PEN" }]) {
    expect(isExact(attempt, { attemptId: "a", cents: 500, currency: "USD", ...wrong })).toBe(false);
  }
});

test("a payment takes tokens of its own kind only", () => {
  expect([wayOf({ provider: "culqi", withYape: true }), wayOf({ provider: "culqi", withYape: false })]).toEqual(["yape", "culqi"]);
  for (const withYape of [true, false]) {
    expect(fitsToken({ withYape }, "ype_test_0000000000000000")).toBe(withYape);
    expect(fitsToken({ withYape }, "tkn_test_0000000000000000")).toBe(!withYape);
  }
});

test("a refund is taken from the newest payment first, as if it were handed back cent by cent", () => {
  expect(splitRefund([500, 300, 200], 300)).toEqual([0, 100, 200]);
  expect(splitRefund([500, -10, 200], 900)).toEqual([500, 0, 200]);
  const random = randomNumbers(7);
  for (let round = 0; round < 2000; round++) {
    let left: number[] = [];
    const model: number[] = [];
    let paid = 0;
    for (let step = random(12) + 1; step > 0; step--) {
      if (random(3) === 0 || left.length === 0) {
        const cents = random(20) + 1;
        left.push(cents);
        model.push(...Array.from({ length: cents }, () => left.length - 1));
        paid += cents;
        continue;
      }
      const cents = random(25);
      const parts = splitRefund(left, cents);
      expect(parts.every((part, at) => part >= 0 && part <= left[at]!)).toBe(true);
      left = left.map((most, at) => most - parts[at]!);
      model.length = Math.max(0, model.length - cents);
      paid -= parts.reduce((sum, part) => sum + part, 0);
    }
    expect(left).toEqual(left.map((_, at) => model.filter((of) => of === at).length));
    expect(left.reduce((sum, most) => sum + most, 0)).toBe(paid);
  }
});
