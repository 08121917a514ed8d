import { expect, test } from "vitest";
import { newOrderNumber } from "./order-number.ts";
import { orderSums } from "./rules.ts";

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
