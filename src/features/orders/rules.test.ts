import { expect, test } from "vitest";
import { newOrderNumber } from "./order-number.ts";
import { deliveryEstimate } from "./rules.ts";

test("order numbers are 12 characters of Crockford's base 32, distinct in the first 8 and in the last 4", () => {
  const numbers = Array.from({ length: 2000 }, newOrderNumber);
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(new Set(numbers.map((number) => number.slice(0, 8))).size).toBe(2000);
  expect(new Set(numbers.map((number) => number.slice(-4))).size).toBeGreaterThan(1980);
  expect(new Set(numbers.join("")).size).toBe(32);
});

test("STAT-2 an order arrives 3-7 business days of processing and 2-5 of shipping after it was placed", () => {
  const friday = { placed: "2026-11-20", today: "2026-11-20" };
  expect(deliveryEstimate({ ...friday, status: "PENDING" })).toEqual({ first: "2026-11-27", last: "2026-12-08" });
  expect(deliveryEstimate({ ...friday, status: "SHIPPED", sent: "2026-11-25" })).toEqual({ first: "2026-11-27", last: "2026-12-02" });
});

test("nothing is promised for an order that is done, or late, or sent on an unknown day", () => {
  const placed = { placed: "2026-11-20", today: "2026-11-20" };
  for (const status of ["DELIVERED", "COMPLETED", "CANCELLED", "SHIPPED"] as const)
    expect(deliveryEstimate({ ...placed, status })).toBeNull();
  expect(deliveryEstimate({ ...placed, status: "PENDING", today: "2026-12-09" })).toBeNull();
});
