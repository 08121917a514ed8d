import { expect, test } from "vitest";
import { newOrderNumber } from "./order-number.ts";
import { orderSums } from "./rules.ts";

test("an order's savings are its discounts; an admin's edit is an adjustment", () => {
  const lines = [
    { quantity: 2, listCents: 349, paidCents: 297 },
    { quantity: 1, listCents: 100, paidCents: 100 },
  ];
  const sums = { subtotalCents: 798, savingsCents: 104 };
  expect(orderSums({ totalCents: 694, lines })).toEqual({ ...sums, totalCents: 694, adjustmentCents: 0 });
  expect(orderSums({ totalCents: 500, lines })).toEqual({ ...sums, totalCents: 500, adjustmentCents: -194 });
  expect(orderSums({ totalCents: 900, lines })).toEqual({ ...sums, totalCents: 900, adjustmentCents: 206 });
});

test("order numbers are 12 characters of Crockford's base 32, distinct in the first 8 and in the last 4", () => {
  const numbers = Array.from({ length: 2000 }, newOrderNumber);
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(new Set(numbers.map((number) => number.slice(0, 8))).size).toBe(2000);
  expect(new Set(numbers.map((number) => number.slice(-4))).size).toBeGreaterThan(1980);
  expect(new Set(numbers.join("")).size).toBe(32);
});
