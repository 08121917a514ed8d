import { expect, test } from "vitest";
import { EVENT_KINDS, ORDER_STATUSES, PAYMENT_STATUSES, type Order, type OrderEvent } from "./contract.ts";
import { eventWords, orderNote } from "./pages/order-words.ts";

const event = (kind: OrderEvent["kind"], more: Partial<OrderEvent> = {}): OrderEvent => ({
  ...{ at: "2026-11-21T08:00:00.000Z", kind, who: "shop", before: "", after: "" },
  ...more,
});
const words = (kind: OrderEvent["kind"], more?: Partial<OrderEvent>) => eventWords(event(kind, more), { metodoDePago: "PayPal" } as Order); // all it reads

test("every kind of event, and every status it can tell of, has words of its own", () => {
  const told = [
    ...EVENT_KINDS.filter((kind) => !kind.endsWith("STATUS")).map((kind) => words(kind)),
    ...ORDER_STATUSES.map((after) => words("STATUS", { after })),
    ...PAYMENT_STATUSES.map((after) => words("PAYMENT STATUS", { after })),
  ];
  expect(new Set(told).size).toBe(told.length);
  expect(told.every((text) => /^[A-Z][a-z]/.test(text))).toBe(true);
  expect(words("PAID")).toBe("Paid by PayPal");
  expect([words("CANCELLED", { who: "shopper" }), words("CANCELLED")]).toEqual(["You cancelled the order", "The shop cancelled the order"]);
});

test("only orders that took another way are noted, with what became of the money", () => {
  expect(orderNote({ status: "PENDING", payment_status: "PAID" })).toBe("");
  expect(orderNote({ status: "DELIVERED", payment_status: "PARTIALLY REFUNDED" })).toBe("Part of your money was returned.");
  expect(orderNote({ status: "CANCELLED", payment_status: "CASH ON DELIVERY" })).toMatch(/nothing to pay/);
  expect(orderNote({ status: "CANCELLED", payment_status: "REFUNDED" })).toMatch(/was returned/);
  const paid = { status: "CANCELLED", payment_status: "PAID" } as const;
  expect(orderNote({ ...paid, timeline: [event("REFUND REQUESTED")] })).toMatch(/on its way back/);
  expect(orderNote({ ...paid, timeline: [event("REFUND REQUESTED"), event("REFUND FAILED")] })).toMatch(/looks after it/);
});
