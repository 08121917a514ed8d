import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../../tests/support/random-numbers.ts";
import { containedTax, couponLeft, lineCents, loweredTotal, shareCents, sumsOf } from "./rules.ts";

const none = { couponCents: 0, deliveryFeeCents: 0, adjustmentCents: 0, taxCents: 0, weighed: false };

test("CART-5 savings are the undiscounted total minus the discounted total", () => {
  const lines = [
    { listCents: 1000, paidCents: 750, quantity: 3 },
    { listCents: 349, paidCents: 297, quantity: 2 },
  ];
  const totalCents = 3 * 750 + 2 * 297;
  const subtotalCents = 3 * 1000 + 2 * 349;
  const savingsCents = 3 * 250 + 2 * 52;
  expect(sumsOf({ lines })).toEqual({ ...none, totalCents, itemsCents: totalCents, subtotalCents, savingsCents, quantity: 5 });
  expect(sumsOf({ lines: [] })).toEqual({ ...none, totalCents: 0, itemsCents: 0, subtotalCents: 0, savingsCents: 0, quantity: 0 });
});

describe("what costs by weight", () => {
  const byWeight = { by: "weight", grams: 100 } as const;
  const mango = { by: "piece", grams: 333 } as const;

  test.each([
    // [cents per kilogram, quantity, weighed, weight on the scale, cents]
    [398, 5, byWeight, null, 199],
    [398, 1, byWeight, null, 40],
    [398, 4, byWeight, 333, 133],
    [1, 5, byWeight, null, 1],
    [1, 5, byWeight, 499, 0],
    [555, 3, mango, null, 554],
    [555, 3, mango, 1, 1],
    [9_999_999, 999, byWeight, null, 998_999_900],
  ])("at %i cents per kilogram, %i of %o weighing %s g cost %i cents", (paidCents, quantity, weighed, grams, cents) => {
    expect(lineCents({ paidCents, quantity, weighed, grams })).toBe(cents);
  });

  test("is rounded once per line, list price and discounted price alike, and counts as one item if it is sold by weight", () => {
    const lines = [
      { listCents: 500, paidCents: 398, quantity: 5, weighed: byWeight },
      { listCents: 555, paidCents: 555, quantity: 3, weighed: mango, grams: 900 },
      { listCents: 100, paidCents: 100, quantity: 2 },
    ];
    expect(sumsOf({ lines })).toMatchObject({ quantity: 6, weighed: true, subtotalCents: 250 + 500 + 200, itemsCents: 199 + 500 + 200 });
  });
});

describe("an order's sums", () => {
  const lines = [
    { quantity: 2, listCents: 349, paidCents: 297 },
    { quantity: 1, listCents: 100, paidCents: 100 },
  ];

  test("its savings are its discounts; an admin's edit is an adjustment", () => {
    const sums = { subtotalCents: 798, savingsCents: 104, itemsCents: 694 };
    expect(sumsOf({ totalCents: 694, lines })).toMatchObject({ ...sums, totalCents: 694, adjustmentCents: 0 });
    expect(sumsOf({ totalCents: 500, lines })).toMatchObject({ ...sums, totalCents: 500, adjustmentCents: -194 });
    expect(sumsOf({ totalCents: 900, lines })).toMatchObject({ ...sums, totalCents: 900, adjustmentCents: 206 });
  });

  test("a coupon lowers the total, a delivery fee raises it, and the tax is part of what is paid", () => {
    expect(sumsOf({ lines, couponCents: 94, deliveryFeeCents: 500, taxHundredths: 10_00 })).toMatchObject({
      itemsCents: 694,
      totalCents: 1100,
      adjustmentCents: 0,
      taxCents: 100,
    });
  });

  test("an admin's adjustment stays when lines are lowered, but the total is never negative and never rises", () => {
    const one = [lines[0]!];
    expect(loweredTotal({ lines, totalCents: 694 }, { lines: one, couponCents: 0 })).toBe(594);
    expect(loweredTotal({ lines, totalCents: 900 }, { lines: one, couponCents: 0 })).toBe(800);
    expect(loweredTotal({ lines, totalCents: 50 }, { lines: one, couponCents: 0 })).toBe(0);
    expect(loweredTotal({ lines: one, totalCents: 594 }, { lines, couponCents: 0 })).toBe(594);
    expect(loweredTotal({ lines, couponCents: 94, deliveryFeeCents: 300, totalCents: 900 }, { lines: [], couponCents: 0 })).toBe(300);
  });
});

describe("the tax that a total includes", () => {
  test.each([
    [12_100, 21_00, 2_100],
    [100, 21_00, 17],
    [105, 5_00, 5],
    [1, 21_00, 0],
    [3, 50_00, 1],
    [0, 21_00, 0],
    [999, 0, 0],
    [200, 100_00, 100],
    [9_999_999_999, 21_00, 1_735_537_190],
  ])("of %i cents, at %i hundredths of a percent, %i cents", (total, rate, tax) => {
    expect(containedTax(total, rate)).toBe(tax);
  });

  test("is exact to the cent over random totals and rates, and adds up to the total with the net", () => {
    const random = randomNumbers(7);
    for (let n = 0; n < 5_000; n++) {
      const [total, rate] = [random(10_000_000), random(3_000)];
      const tax = containedTax(total, rate);
      expect(tax).toBeGreaterThanOrEqual(0);
      expect(total - tax).toBeGreaterThanOrEqual(0);
      // |tax − total × rate / (10,000 + rate)| ≤ ½, without fractions.
      const off = BigInt(tax) * BigInt(10_000 + rate) - BigInt(total) * BigInt(rate);
      expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(BigInt(10_000 + rate));
    }
  });
});

describe("cents are shared by largest remainder", () => {
  test.each([
    { cents: 100, weights: [1, 1, 1], shares: [34, 33, 33] },
    { cents: 10, weights: [999, 1], shares: [10, 0] },
    { cents: 5, weights: [0, 5, 0], shares: [0, 5, 0] },
    { cents: 7, weights: [0, 0], shares: [0, 0] },
    { cents: 0, weights: [3, 4], shares: [0, 0] },
    { cents: 500_000_000_001, weights: [999_999_999_999, 1, 999_999_999_999], shares: [250_000_000_001, 0, 250_000_000_000] },
  ])("$cents over $weights", ({ cents, weights, shares }) => {
    expect(shareCents(cents, weights)).toEqual(shares);
  });
});

/** Something an order could be, in cents and pieces, with the lines it may be lowered to. */
function randomOrder(random: (below: number) => number) {
  const lines = Array.from({ length: random(12) + 1 }, () => {
    const listCents = random(5) === 0 ? random(9_999_999) + 1 : random(2_000) + 1;
    return {
      listCents,
      paidCents: random(3) === 0 ? listCents : random(listCents + 1),
      quantity: random(5) === 0 ? random(999) + 1 : random(6) + 1,
    };
  });
  // A shelf coupon applies to some lines only.
  const weights = lines.map((line) => (random(4) === 0 ? 0 : lineCents(line)));
  const eligible = weights.reduce((sum, weight) => sum + weight, 0);
  const couponCents = [0, eligible, Math.floor((eligible * random(101)) / 100), Math.min(eligible, random(1_000))][random(4)]!;
  const deliveryFeeCents = random(2) === 0 ? 0 : random(2_000);
  const taxHundredths = [0, 21_00, 4_00, random(3_000)][random(4)]!;
  return { lines, weights, couponCents, deliveryFeeCents, taxHundredths };
}

describe("sums are equal to the cent over 500 random orders with coupons, fees, tax and lowered lines", () => {
  test.each([1, 2, 3, 4, 5])("with seed %i", (seed) => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 100; round++) {
      const { lines, weights, ...bill } = randomOrder(random);
      const shares = shareCents(bill.couponCents, weights);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(bill.couponCents);
      for (const [at, share] of shares.entries()) expect(share).toBeLessThanOrEqual(weights[at]!);

      const before = sumsOf({ ...bill, lines });
      const paidFor = (at: number) => lineCents(lines[at]!) - shares[at]!;
      expect(before.totalCents).toBe(lines.reduce((sum, _line, at) => sum + paidFor(at), 0) + bill.deliveryFeeCents);
      expect(before.subtotalCents - before.savingsCents - before.couponCents + before.deliveryFeeCents).toBe(before.totalCents);
      expect(before.taxCents).toBe(containedTax(before.totalCents, bill.taxHundredths));

      // Some lines are short, replaced by something cheaper, or both.
      const lowered = lines.map(({ listCents, paidCents, quantity }) => ({
        listCents,
        paidCents: random(3) === 0 ? random(paidCents + 1) : paidCents,
        quantity: random(3) === 0 ? random(quantity + 1) : quantity,
      }));
      const left = lowered.map((line, at) =>
        couponLeft({ couponCents: shares[at]!, orderedCents: lineCents(lines[at]!), nowCents: lineCents(line) }),
      );
      const couponCents = left.reduce((sum, cents) => sum + cents, 0);
      const totalCents = loweredTotal({ ...bill, lines, totalCents: before.totalCents }, { lines: lowered, couponCents });
      const after = sumsOf({ ...bill, lines: lowered, couponCents, totalCents });
      expect(after.adjustmentCents).toBe(0);
      // Each line gives back its own part, at most what was paid for it, and nothing else changes.
      let refunded = 0;
      for (const [at, line] of lowered.entries()) {
        const back = paidFor(at) - (lineCents(line) - left[at]!);
        expect(back).toBeGreaterThanOrEqual(0);
        expect(back).toBeLessThanOrEqual(paidFor(at));
        if (lineCents(line) === lineCents(lines[at]!)) expect(back).toBe(0);
        refunded += back;
      }
      expect(before.totalCents - after.totalCents).toBe(refunded);
    }
  });
});
