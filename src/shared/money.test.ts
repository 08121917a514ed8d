import { afterEach, describe, expect, test } from "vitest";
import { CURRENCIES, readCurrency } from "./currencies.ts";
import {
  currencySign,
  discounted,
  formatAmount,
  formatCents,
  formatGrouped,
  readAmount,
  setCurrency,
  toCents,
  toDollars,
  toHundredths,
  toPercent,
  US_DOLLARS,
} from "./money.ts";

afterEach(() => setCurrency(US_DOLLARS));

describe("CARD-6 price after discount", () => {
  test.each([
    [349, 1500, 297], // 296.65
    [1000, 0, 1000],
    [1000, 2500, 750],
    [5, 1000, 5], // 4.5 rounds up
    [15, 5000, 8], // 7.5 rounds up
    [1, 9999, 0],
    [9_999_999, 9999, 1000],
  ])("%i cents less %i hundredths of a percent is %i cents", (price, discount, paid) => {
    expect(discounted(price, discount)).toBe(paid);
  });

  test("agrees with exact integer arithmetic for every discount", () => {
    for (let discount = 0; discount < 10_000; discount++) {
      const exact = (BigInt(12_345) * BigInt(10_000 - discount) * 2n + 10_000n) / 20_000n;
      expect(discounted(12_345, discount)).toBe(Number(exact));
    }
  });
});

test("LAY-8 prices are US dollars with two decimals", () => {
  expect(formatCents(123_450)).toBe("$1,234.50");
  expect(toCents(4.35)).toBe(435);
  expect(toCents(1.005)).toBe(100); // values with more decimals are refused before they get here
});

test("every price and discount survives a round trip through its API form", () => {
  for (let hundredths = 0; hundredths < 10_000; hundredths++) expect(toHundredths(toPercent(hundredths))).toBe(hundredths);
  for (let cents = 1; cents <= 9_999_999; cents += 97) expect(toCents(toDollars(cents))).toBe(cents);
  expect(toHundredths(12.5)).toBe(1250);
  expect(toPercent(9999)).toBe(99.99);
});

test("amounts from other programs are read and written to the cent", () => {
  for (const [cents, amount] of [
    [0, "0.00"],
    [5, "0.05"],
    [1999, "19.99"],
    [123_450, "1234.50"],
  ] as const) {
    expect(formatAmount(cents)).toBe(amount);
    expect(readAmount(amount)).toBe(cents);
  }
  expect([readAmount("7"), readAmount("7.5")]).toEqual([700, 750]);
  for (const wrong of ["", "-1.00", "1.005", "1e3", "1,00", "x"]) expect(readAmount(wrong)).toBeNaN();
});

test("a sign follows letters, dots and slashes with a space, also where the runtime doesn't know it as a sign", () => {
  for (const code of CURRENCIES) {
    const known = readCurrency(code);
    setCurrency(known);
    expect(currencySign()).toBe(/\p{Sc}$/u.test(known.symbol) ? known.symbol : `${known.symbol}\u00a0`);
  }
  // Not assigned in Unicode 17, as U+20C0, the sign of Kyrgyzstan's som, wasn't before Unicode 14.
  setCurrency({ code: "KGS", symbol: "\u20cf", name: "Kyrgystani soms" });
  expect(formatCents(123_450)).toBe("\u20cf1,234.50");
});

const byHand = (cents: number) => formatAmount(cents).replace(/\B(?=(\d{3})+\.)/g, ",");

test("an amount depends on no locale data: it is its digits, in groups of three", () => {
  for (let cents = 0; cents < 10_000_000_000; cents = cents * 2 + 7) expect(formatGrouped(cents)).toBe(byHand(cents));
  for (let cents = 0; cents <= 9_999_999; cents += 997) expect(formatGrouped(cents)).toBe(byHand(cents));
});
