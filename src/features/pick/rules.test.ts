import { expect, test } from "vitest";
import { discounted } from "#shared/money.ts";
import type { Weighed } from "#shared/weights.ts";
import { randomNumbers } from "../../../tests/support/random-numbers.ts";
import { gramsOf, lineCents } from "../cart/sums/rules.ts";
import { isSoldAlike } from "../orders/picked/rules.ts";
import {
  fitsLine,
  foundOf,
  isFarFrom,
  isWorthTooMuch,
  packLine,
  readWeight,
  replacedOf,
  replacementCents,
  stepsIn,
  takenOf,
} from "./rules.ts";

const loose: Weighed = { by: "weight", grams: 100 };
const mango: Weighed = { by: "piece", grams: 300 };
const line = { name: "Apples", productId: "a", listCents: 398, paidCents: 398, couponCents: 0 };
const found = (of: number, grams: number | null) => ({ found: of, grams, noneLeft: false, replacement: null });

test("a lighter weight lowers the line, a heavier one is charged like the estimate", () => {
  const apples = { ...line, quantity: 5, weighed: loose };
  expect(packLine(apples, found(5, 430), "en")).toMatchObject([{ quantity: 5, grams: 430 }]);
  expect(packLine(apples, found(5, 540), "en")).toMatchObject([{ quantity: 5, grams: 500 }]);
  const mangoes = { ...line, quantity: 3, weighed: mango };
  expect(packLine(mangoes, found(3, 870), "en")).toMatchObject([{ quantity: 3, grams: 870 }]);
  // Two heavy ones cost no more than two of the estimate.
  expect(packLine(mangoes, found(2, 800), "en")).toMatchObject([{ quantity: 2, grams: 600 }]);
});

test("a step of 100 g that was begun is gone from the shelf", () => {
  expect([1, 100, 101, 430].map((grams) => stepsIn(grams, loose))).toEqual([1, 1, 2, 5]);
  expect(foundOf({ quantity: 5, weighed: loose }, { found: 5, grams: 230 })).toBe(3);
  expect(foundOf({ quantity: 5, weighed: loose }, { found: 0, grams: 900 })).toBe(5);
  expect(foundOf({ quantity: 5, weighed: mango }, { found: 2, grams: 900 })).toBe(2);
});

test("what is priced by weight needs a weight, and nothing else has one", () => {
  expect(fitsLine({ productId: "a", quantity: 5, weighed: loose }, { found: 5 })).toBe(false);
  expect(fitsLine({ productId: "a", quantity: 5, weighed: loose }, { found: 5, grams: 430 })).toBe(true);
  expect(fitsLine({ productId: "a", quantity: 5, weighed: mango }, { found: 0 })).toBe(true);
  expect(fitsLine({ productId: "a", quantity: 5, weighed: null }, { found: 5 })).toBe(true);
  expect(fitsLine({ productId: "a", quantity: 5, weighed: null }, { found: 5, grams: 430 })).toBe(false);
});

test("what is sold in another way is counted for itself, and replaces all that is missing", () => {
  const apples = { productId: "a", quantity: 5, weighed: loose };
  const figs = { productId: "a", quantity: 2, weighed: null };
  expect(takenOf(figs, 1, { weighed: loose }, { quantity: 1, grams: 430 })).toBe(5);
  expect(takenOf(apples, 2, { weighed: loose }, { quantity: 1, grams: 430 })).toBe(2);
  expect(takenOf(apples, 2, { weighed: null }, { quantity: 3 })).toBe(3);
  const bags = { found: 3, grams: 230, replacement: { productId: "b", quantity: 7 } };
  expect(fitsLine(apples, bags, { weighed: null })).toBe(true);
  expect(fitsLine(apples, { ...bags, grams: 500 }, { weighed: null })).toBe(false);
  expect(fitsLine(apples, bags, { weighed: loose })).toBe(false);
  expect(fitsLine(figs, { found: 1, replacement: { productId: "b", quantity: 1, grams: 200_000 } }, { weighed: loose })).toBe(false);
  expect(replacedOf(apples, { found: 3, replacement: { quantity: 7, weighed: null } })).toBe(2);
  expect(replacedOf(apples, { found: 3, replacement: { quantity: 1, weighed: loose } })).toBe(1);
  expect(replacementCents({ paidCents: 398, weighed: loose }, { paidCents: 450 })).toBe(450);
});

test("a piece that replaces a lighter one costs no more", () => {
  const melon: Weighed = { by: "piece", grams: 1000 };
  expect(replacementCents({ paidCents: 400, weighed: mango }, { paidCents: 300, weighed: melon })).toBe(120);
  expect(replacementCents({ paidCents: 400, weighed: mango }, { paidCents: 100, weighed: melon })).toBe(100);
});

test("a replacement that costs less than its own price is billed at what it costs, so that the bill adds up", () => {
  const figs = { ...line, listCents: 400, paidCents: 400, quantity: 2, weighed: null };
  const replacedBy = (product: { listCents: number; discountHundredths: number; paidCents: number }) =>
    packLine(figs, { found: 0, grams: null, noneLeft: false, replacement: { product, quantity: 2, grams: null } }, "en");
  const dear = { listCents: 900, discountHundredths: 1000, paidCents: 810 };
  expect(replacedBy(dear)).toMatchObject([{ quantity: 2, listCents: 400, discountHundredths: 0, paidCents: 400 }]);
  const cheap = { listCents: 300, discountHundredths: 1000, paidCents: 270 };
  expect(replacedBy(cheap)).toMatchObject([{ quantity: 2, ...cheap }]);
});

test("a replacement that costs nothing keeps its own price, since an order's lines can't have a price of 0", () => {
  const free = { ...line, listCents: 1, paidCents: 0, quantity: 2, weighed: null };
  const pear = { listCents: 300, discountHundredths: 1000, paidCents: 270 };
  const mark = { found: 0, grams: null, noneLeft: false, replacement: { product: pear, quantity: 2, grams: null } };
  expect(packLine(free, mark, "en")).toMatchObject([{ quantity: 2, listCents: 300, paidCents: 0 }]);
});

test("whatever is found, weighed and replaced, the shopper never pays more than the order's line, nor gets less of the coupon back", () => {
  const random = randomNumbers(11);
  const ways: (Weighed | null)[] = [loose, mango, { by: "piece", grams: 1270 }, null];
  for (let n = 0; n < 3000; n++) {
    const weighed = ways[random(ways.length)]!;
    const quantity = 1 + random(12);
    const listCents = 1 + random(2000);
    const paidCents = discounted(listCents, random(3) === 0 ? random(9_999) : 0);
    const full = lineCents({ paidCents, quantity, weighed });
    const ordered = { ...line, listCents, paidCents, quantity, weighed, couponCents: random(full + 1) };
    const of = random(quantity + 1);
    const each = weighed?.grams ?? 0;
    const grams = weighed && of > 0 ? 1 + random(of * each * 2) : null;
    const rest = quantity - of;
    // Sold in any way, since the product may have been changed after it was chosen.
    const product = { name: "Pears", listCents: 3000, paidCents: 1 + random(3000), weighed: ways[random(ways.length)]! };
    const most = isSoldAlike(ordered, product) ? rest : 30;
    const replacement =
      rest > 0 && random(2) === 0 ? { product, quantity: 1 + random(most), grams: random(2) === 0 ? 1 + random(5000) : null } : null;
    const packed = packLine(ordered, { found: of, grams, noneLeft: false, replacement }, "en");
    const cents = packed.reduce((sum, one) => sum + lineCents(one), 0);
    const coupon = packed.reduce((sum, one) => sum + one.couponCents, 0);
    expect(cents).toBeLessThanOrEqual(full);
    expect(cents - coupon).toBeLessThanOrEqual(full - ordered.couponCents);
    for (const one of packed) {
      expect(one.couponCents).toBeLessThanOrEqual(lineCents(one));
      expect(one.couponCents).toBeGreaterThanOrEqual(0);
      if (one.weighed) expect(gramsOf(one)).toBeLessThanOrEqual(one.quantity * one.weighed.grams);
    }
  }
});

test("asks about what is sold in another way and is worth more than twice what is missing", () => {
  const apples = { paidCents: 400, quantity: 5, weighed: loose };
  expect(
    [1, 2, 3].map((quantity) => isWorthTooMuch(apples, { found: 3, replacement: { product: { paidCents: 70 }, quantity, grams: null } })),
  ).toEqual([false, false, true]);
  const dear = { found: 3, replacement: { product: { paidCents: 900 }, quantity: 1, grams: null } };
  expect(isWorthTooMuch(apples, dear)).toBe(false);
  const figs = { paidCents: 200, quantity: 2 };
  const nuts = (grams: number) => ({ found: 1, replacement: { product: { paidCents: 900, weighed: loose }, quantity: 1, grams } });
  expect([430, 4300].map((grams) => isWorthTooMuch(figs, nuts(grams)))).toEqual([false, true]);
  const alike = { found: 1, replacement: { product: { paidCents: 9000 }, quantity: 1, grams: null } };
  expect(isWorthTooMuch(figs, alike)).toBe(false);
});

test("a weight is typed in grams, or in kilograms with a decimal point or comma", () => {
  expect(["430", "0.25", "0,25", "1.250", ".5", "0", "", "1.2.3", "."].map(readWeight)).toEqual([
    430,
    250,
    250,
    1250,
    500,
    0,
    0,
    undefined,
    undefined,
  ]);
  expect([0, 25, 150, 300, 600, 601].map((grams) => isFarFrom(grams, 300))).toEqual([false, true, false, false, false, true]);
});
