import { expect, test } from "vitest";
import { newOrderNumber } from "./order-number.ts";
import { sumsOf } from "../cart/sums/rules.ts";
import { deliveryEstimate, isChangeable } from "./rules.ts";
import { billRows, quantityWords } from "./words.ts";

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

test("what an order says about its delivery: its fee, that it is free, or that it is picked up", () => {
  const lines = [{ listCents: 300, paidCents: 300, quantity: 1 }];
  expect(billRows(sumsOf({ lines, deliveryFeeCents: 250 }), "", "delivery").at(-1)).toEqual({ name: "Delivery fee", amount: "$2.50" });
  expect(billRows(sumsOf({ lines }), "").at(-1)).toEqual({ name: "Delivery", amount: "Free", isFree: true });
  expect(billRows(sumsOf({ lines }), "", "collection").at(-1)).toEqual({ name: "Pickup", amount: "Free", isFree: true });
});

test("how much a line is of: pieces, a weight, or both", () => {
  const mango = { quantity: 2, weighed: { by: "piece", grams: 300 } } as const;
  expect(quantityWords({ quantity: 2 })).toBe("2");
  expect(quantityWords({ quantity: 5, weighed: { by: "weight", grams: 100 } })).toBe("about 0.5 kg");
  expect(quantityWords(mango)).toBe("2 · about 0.6 kg");
  expect(quantityWords({ ...mango, grams: 587 })).toBe("2 · 0.587 kg");
});

test("an order can be changed until its delivery time closes, unless it is packed or not settled", () => {
  const order = { status: "PENDING", packedAt: null, payment_status: "PAID", changesCloseAt: "2026-11-30T08:00:00.000Z" } as const;
  const closing = Date.parse(order.changesCloseAt);
  expect(isChangeable(order, closing - 1)).toBe(true);
  expect(isChangeable(order, closing)).toBe(false);
  expect(isChangeable({ ...order, changesCloseAt: undefined }, closing)).toBe(true);
  expect(isChangeable({ ...order, packedAt: "2026-11-29T08:00:00.000Z" }, 0)).toBe(false);
  expect(isChangeable({ ...order, payment_status: "REFUNDED" }, 0)).toBe(false);
});
