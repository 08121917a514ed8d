import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../tests/support/random-numbers.ts";
import { couponCode } from "./contract.ts";
import type { Coupon } from "./contract.ts";
import { toEntered, toFields, unite } from "./pages/admin/coupon-fields.ts";
import { faultOf, judgeCoupon, refusalWords, stateOf, type CouponTerms } from "./rules.ts";

const TERMS: CouponTerms = {
  kind: "percent",
  value: 10_00,
  minimumCents: 0,
  shelfName: "",
  startsOn: null,
  endsOn: null,
  maxUses: null,
  maxUsesPerPerson: null,
  firstOrderOnly: false,
  active: true,
  isEnded: false,
};
const NOW = { today: "2026-11-21", uses: 0, usesByPerson: 0, hasOrdered: false };
const line = (cents: number, isOnShelf = true) => ({ cents, isOnShelf });
const judge = (terms: Partial<CouponTerms>, lines = [line(1000)], now: Partial<typeof NOW> = {}) =>
  judgeCoupon({ ...TERMS, ...terms }, { ...NOW, ...now }, lines);
const whyNot = (...asked: Parameters<typeof judge>) => {
  const judged = judge(...asked);
  return judged.ok ? "" : refusalWords("SAVE", judged.refusal);
};

describe("a coupon takes off", () => {
  test("a percentage of its lines, half up to a cent, shared by largest remainder", () => {
    expect(judge({ value: 10_00 }, [line(1000), line(2005)])).toEqual({ ok: true, cents: 301, shares: [100, 201] });
    expect(judge({ value: 100_00 }, [line(1), line(2)])).toEqual({ ok: true, cents: 3, shares: [1, 2] });
  });

  test("an amount, but never more than its lines cost", () => {
    expect(judge({ kind: "amount", value: 500 }, [line(1000), line(1000)])).toEqual({ ok: true, cents: 500, shares: [250, 250] });
    expect(judge({ kind: "amount", value: 500 }, [line(120), line(1000, false)])).toEqual({ ok: true, cents: 120, shares: [120, 0] });
  });

  test("nothing from lines of other shelves, which don't count toward the minimum either", () => {
    expect(judge({ value: 50_00 }, [line(1000, false), line(300)])).toEqual({ ok: true, cents: 150, shares: [0, 150] });
    expect(whyNot({ minimumCents: 500, shelfName: "Fruit" }, [line(1000, false), line(300)])).toBe(
      "Add $2.00 more from Fruit to use the coupon SAVE.",
    );
  });

  test("to the cent what exact arithmetic says, for random baskets", () => {
    const random = randomNumbers(11);
    for (let round = 0; round < 500; round++) {
      const lines = Array.from({ length: random(100) + 1 }, () =>
        line(random(3) === 0 ? random(9_989_999_001) : random(5_000), random(4) > 0),
      );
      const value = random(10_000) + 1;
      const judged = judge({ value }, lines);
      const eligible = lines.reduce((sum, { cents, isOnShelf }) => (isOnShelf ? sum + cents : sum), 0);
      const exact = (BigInt(eligible) * BigInt(value) + 5_000n) / 10_000n;
      if (!judged.ok) expect([exact, judged.refusal.why]).toEqual([0n, expect.stringMatching(/^(nothing|other products)$/)]);
      else {
        expect(BigInt(judged.cents)).toBe(exact);
        expect(judged.shares.reduce((sum, share) => sum + share, 0)).toBe(judged.cents);
        expect(judged.shares.every((share, at) => share <= (lines[at]!.isOnShelf ? lines[at]!.cents : 0))).toBe(true);
      }
    }
  });
});

describe("a coupon is refused with a reason", () => {
  test("outside its days, both included", () => {
    const days = { startsOn: "2026-11-20", endsOn: "2026-11-22" };
    expect(whyNot(days, undefined, { today: "2026-11-19" })).toBe("The coupon SAVE can be used from November 20, 2026.");
    for (const today of ["2026-11-20", "2026-11-22"]) expect(whyNot(days, undefined, { today })).toBe("");
    expect(whyNot(days, undefined, { today: "2026-11-23" })).toBe("The coupon SAVE has ended.");
    expect([whyNot({ active: false }), whyNot({ isEnded: true })]).toEqual(Array(2).fill("The coupon SAVE has ended."));
  });

  test("when it is used up, by everybody or by this person", () => {
    expect(whyNot({ maxUses: 3 }, undefined, { uses: 2 })).toBe("");
    expect(whyNot({ maxUses: 3 }, undefined, { uses: 3 })).toBe("The coupon SAVE is used up.");
    expect(whyNot({ maxUsesPerPerson: 1 }, undefined, { usesByPerson: 1 })).toBe("You have already used the coupon SAVE.");
  });

  test("for a second order, other products, too little, or nothing to take off", () => {
    expect(whyNot({ firstOrderOnly: true })).toBe("");
    expect(whyNot({ firstOrderOnly: true }, undefined, { hasOrdered: true })).toBe("The coupon SAVE is only for a first order.");
    expect(whyNot({ shelfName: "Fruit" }, [line(100, false)])).toBe(
      "The coupon SAVE is only for Fruit. Nothing in your cart is from there.",
    );
    expect(whyNot({ minimumCents: 1000 }, [line(999)])).toBe("Add $0.01 more to use the coupon SAVE.");
    expect(whyNot({ minimumCents: 1000 }, [line(1000)])).toBe("");
    expect(whyNot({ value: 1_00 }, [line(10)])).toBe("The coupon SAVE takes nothing off these products.");
  });
});

const state = (terms: Partial<CouponTerms>, uses = 0) => stateOf({ ...TERMS, ...terms }, { today: "2026-11-21", uses });

test("the back office sees how a coupon stands", () => {
  expect(state({})).toBe("active");
  expect(state({ active: false, isEnded: true })).toBe("ended");
  expect(state({ active: false })).toBe("off");
  expect(state({ endsOn: "2026-11-20", maxUses: 1 }, 1)).toBe("over");
  expect(state({ startsOn: "2026-11-22" })).toBe("not yet");
  expect(state({ maxUses: 1 }, 1)).toBe("used up");
});

test("a code is letters, digits and hyphens, and ignores case", () => {
  expect(couponCode.parse(" fall-26 ")).toBe("FALL-26");
  for (const wrong of ["", "ab", "a b c", "ÄPFEL", "a".repeat(31), "10%off"]) expect(couponCode.safeParse(wrong).success).toBe(false);
});

test("a coupon may not take off more than 100 percent, nor end before it starts", () => {
  const days = { startsOn: null, endsOn: null };
  expect(faultOf({ kind: "percent", value: 100, ...days })).toBeUndefined();
  expect(faultOf({ kind: "percent", value: 100.01, ...days })).toMatchObject({ field: "value" });
  expect(faultOf({ kind: "amount", value: 500, startsOn: "2026-11-22", endsOn: "2026-11-21" })).toMatchObject({ field: "endsOn" });
});

test("what one admin typed stays when another saved the coupon meanwhile, and what both changed is named", () => {
  const was: Coupon = {
    _id: "c",
    version: 1,
    state: "active",
    shelfName: "",
    uses: 0,
    given: 0,
    code: "FALL",
    kind: "percent",
    value: 10,
    minimum: 0,
    shelf: null,
    startsOn: null,
    endsOn: null,
    maxUses: null,
    maxUsesPerPerson: null,
    firstOrderOnly: false,
    active: true,
  };
  const now: Coupon = { ...was, version: 2, value: 25, endsOn: "2026-12-31", maxUses: 5, active: false };
  const typed = { ...toEntered(was), value: "12,5", minimum: "20", maxUses: "5" };
  const { fields, clashes } = unite(typed, was, now);
  expect(fields).toEqual({ ...toEntered(now), value: "12,5", minimum: "20" });
  expect(clashes).toEqual({ value: "25" });
});

test("the form reads a percentage, amounts as people type them, and whole numbers of uses", () => {
  const typed = { ...toEntered(undefined), value: "12,5 %", minimum: "$1,234.50", maxUses: "50" };
  expect(toFields(typed)).toMatchObject({ value: 12.5, minimum: 1234.5, maxUses: 50, maxUsesPerPerson: null });
  expect(toFields({ ...typed, kind: "amount", value: "$12,50", minimum: "" })).toMatchObject({ value: 12.5, minimum: 0 });
  expect(toFields({ ...typed, value: "half", maxUses: "1,000" })).toMatchObject({ value: Number.NaN, maxUses: Number.NaN });
});
