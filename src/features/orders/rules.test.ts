import { expect, test } from "vitest";
import { newOrderNumber } from "./order-number.ts";
import { sumsOf } from "../cart/sums/rules.ts";
import { PAYMENT_STATUSES } from "./contract.ts";
import { deliveryEstimate, isChangeable, cashDueCents, whyShopperCannotChange, whyStaffCannotChange } from "./rules.ts";
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

const changing = (change: Partial<Parameters<typeof whyShopperCannotChange>[0]> = {}) => ({
  ...({ status: "PENDING", paymentStatus: "PAID", packedAt: null, delivery: null, closesAt: undefined, adjustmentCents: 0 } as const),
  ...change,
});

test.each([
  [{}, ""],
  [{ paymentStatus: "CASH ON DELIVERY" }, ""],
  [{ status: "SHIPPED" }, "sent"],
  [{ status: "SHIPPED", delivery: { way: "collection" } }, "prepared for pickup"],
  [{ status: "CANCELLED" }, "canceled"],
  [{ packedAt: "2026-11-22T08:00:00Z" }, "packed"],
  [{ paymentStatus: "PARTIALLY REFUNDED" }, "Contact us"],
  [{ adjustmentCents: 5 }, "Contact us"],
  [{ adjustmentCents: -5 }, "Contact us"],
  [{ closesAt: "2026-11-22T12:00:01Z" }, ""],
  [{ closesAt: "2026-11-22T12:00:00Z" }, "closed"],
] as const)("case %#: a shopper can change an order until it is packed, sent, closed or changed by an admin", (change, word) => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  expect(whyShopperCannotChange(changing(change), now) ?? "").toEqual(word ? expect.stringContaining(word) : "");
  expect(isChangeable(changing(change), now)).toBe(word === "");
});

test("staff can change how a packed order reaches its shopper, but not one that was sent or canceled", () => {
  expect(whyStaffCannotChange({ status: "PENDING", delivery: null })).toBeUndefined();
  expect(whyStaffCannotChange({ status: "SHIPPED", delivery: { way: "delivery" } })).toContain("sent");
  expect(whyStaffCannotChange({ status: "CANCELLED", delivery: null })).toContain("canceled");
});

const collected = (status: "SHIPPED" | "CANCELLED") =>
  PAYMENT_STATUSES.filter((paymentStatus) => cashDueCents({ status, paymentStatus, totalCents: 700 }) === 700);

test("only what is still to be paid by hand is collected, and nothing for a canceled order", () => {
  expect(collected("SHIPPED")).toEqual(["CASH ON DELIVERY", "PENDING"]);
  expect(collected("CANCELLED")).toEqual([]);
});
