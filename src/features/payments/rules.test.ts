import { expect, test } from "vitest";
import { ATTEMPT_STATUSES, type AttemptStatus } from "./contract.ts";
import { fitsToken, isExact, NEXT, wayOf, whatBecomes } from "./rules.ts";

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
