import { expect, test } from "vitest";
import { newOrderNumber } from "./order-number.ts";
import { orderSums, shortagesMessage } from "./rules.ts";

const left = (name: string, stock: number) => ({ name, stock });

test("a shortage names at most three products", () => {
  expect(shortagesMessage([left("Figs", 0)])).toBe("Figs is sold out. Please change your cart and try again.");
  expect(shortagesMessage([left("Figs", 2), left("Dates", 0), left("Nuts", 1), left("Plums", 0), left("Pears", 0)])).toBe(
    "Only 2 of Figs left, Dates is sold out, Only 1 of Nuts left, and 2 more. Please change your cart and try again.",
  );
});

test("an order's savings are what its discounts took off, and none where its total was raised", () => {
  expect(orderSums({ subTotalAmt: 6.98, totalAmt: 5.94 })).toEqual({ subtotalCents: 698, totalCents: 594, savingsCents: 104 });
  expect(orderSums({ subTotalAmt: 6.98, totalAmt: 9 })).toEqual({ subtotalCents: 698, totalCents: 900, savingsCents: 0 });
});

test("order numbers are 12 characters of Crockford's base 32, and differ in the first 8 and in the last 4", () => {
  const numbers = Array.from({ length: 2000 }, newOrderNumber);
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(new Set(numbers.map((number) => number.slice(0, 8))).size).toBe(2000);
  expect(new Set(numbers.map((number) => number.slice(-4))).size).toBeGreaterThan(1980);
  expect(new Set(numbers.join("")).size).toBe(32);
});
