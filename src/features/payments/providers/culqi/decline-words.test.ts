import { expect, test } from "vitest";
import { declineWords } from "./decline-words.ts";

const saleOf = { withYape: false, amends: null };

test("a declined payment of a change names no other way to pay, since there is none", () => {
  const change = { ...saleOf, amends: "00000000-0000-7000-8000-000000000001" };
  for (const code of ["insufficient_funds", "lost_card", "unknown"]) {
    expect(declineWords({ decline_code: code }, saleOf)).toContain("Try another card, or another way to pay.");
    expect(declineWords({ decline_code: code }, change)).toMatch(/ Try another card\.$/);
  }
  for (const code of ["insufficient_funds", "processing_error", "unknown"]) {
    const yape = { ...saleOf, withYape: true };
    expect(declineWords({ decline_code: code }, yape)).toContain("hoose another way to pay");
    expect(declineWords({ decline_code: code }, { ...yape, amends: change.amends })).not.toContain("another way");
  }
  expect(declineWords({ decline_code: "expired_card" }, change)).toBe(declineWords({ decline_code: "expired_card" }, saleOf));
});
