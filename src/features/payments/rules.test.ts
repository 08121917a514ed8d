import { expect, test } from "vitest";
import { ATTEMPT_STATUSES, type AttemptStatus } from "./contract.ts";
import { isExact, NEXT, whatBecomes } from "./rules.ts";

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
