import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, type Order } from "./contract.ts";
import { EVENT_KINDS, type OrderEvent } from "./timeline/contract.ts";
import { stepName } from "./pages/admin/step-words.ts";
import { cancelWords, eventForAdmins, eventWords, orderNote } from "./pages/order-words.ts";

const event = (kind: OrderEvent["kind"], more: Partial<OrderEvent> = {}): OrderEvent => ({
  at: "2026-11-21T08:00:00.000Z",
  kind,
  who: "shop",
  before: "",
  after: "",
  ...more,
});
const words = (kind: OrderEvent["kind"], more?: Partial<OrderEvent>, order: Partial<Order> = {}) =>
  eventWords(event(kind, more), { metodoDePago: "PayPal", ...order } as Order); // all it reads

const moneyEvents = (metodoDePago: string) =>
  (["PAID", "REFUND PENDING", "REFUND DONE"] as const).map((kind) => words(kind, {}, { metodoDePago }));

test("every kind of event and every status has its own words", () => {
  const told = [
    ...EVENT_KINDS.filter((kind) => !kind.endsWith("STATUS")).map((kind) => words(kind)),
    ...ORDER_STATUSES.map((after) => words("STATUS", { after })),
    ...PAYMENT_STATUSES.map((after) => words("PAYMENT STATUS", { after })),
  ];
  expect(new Set(told).size).toBe(told.length);
  expect(told.every((text) => /^[A-Z][a-z]/.test(text))).toBe(true);
  expect(words("PAID")).toBe("Paid with PayPal");
  expect([words("CANCELLED", { who: "shopper" }), words("CANCELLED")]).toEqual(["You canceled the order", "The shop canceled the order"]);
});

test("an event of a kind that only a later version knows is still told", () => {
  const later = event("A KIND OF LATER" as OrderEvent["kind"]);
  expect([eventWords(later, {} as Order), eventForAdmins(later, {} as Order)]).toEqual(["Order changed", "Order changed"]);
});

test("a way to pay is named in the language of the page", () => {
  expect(inLanguage("es", () => moneyEvents("Card (Culqi)"))).toEqual([
    "Pagado con tarjeta",
    "Reembolso a la tarjeta en proceso",
    "Reembolsado a la tarjeta",
  ]);
  expect(inLanguage("es", () => moneyEvents("Yape"))).toEqual(["Pagado con Yape", "Reembolso por Yape en proceso", "Reembolsado por Yape"]);
  expect(inLanguage("es", () => moneyEvents("Cash on delivery")[0])).toBe("Pagado en efectivo");
  expect(moneyEvents("Card (Culqi)")).toEqual(["Paid by card", "Refund to the card being processed", "Refunded to the card"]);
  expect(words("DIFFERENCE DUE", { after: "7.50" })).toBe("Refund of $7.50 to PayPal started");
});

test("what was recorded in one language reads well in the other", () => {
  const inSpanish = (kind: OrderEvent["kind"], more: Partial<OrderEvent>) => inLanguage("es", () => words(kind, more));
  expect(words("WEIGHED", { before: "1 kg of Figs", after: "0.8 kg" })).toBe("Weighed 0.8 kg instead of 1 kg of Figs");
  expect(inSpanish("WEIGHED", { before: "1 kg of Figs", after: "0.8 kg" })).toBe("Pesó 0.8 kg en vez de 1 kg de Figs");
  expect(inSpanish("PIECES", { before: "2 × Figs", after: "0.5 kg of Cuts of ham" })).toBe("Se cambió 2 × Figs por 0.5 kg de Cuts of ham");
  expect(words("DELIVERY", { after: "Delivery, Tue, Nov 24" })).toBe("Changed to Delivery, Tue, Nov 24");
  expect(inSpanish("DELIVERY", { after: "Delivery, Tue, Nov 24" })).toBe("Horario de entrega cambiado");
  expect(inSpanish("DELIVERY", { after: "Recojo en tienda, mar, 24 nov." })).toBe("Se cambió a Recojo en tienda, mar, 24 nov.");
});

const forAdmins = (kind: OrderEvent["kind"], more: Partial<OrderEvent>) =>
  eventForAdmins(event(kind, { who: "adela", ...more }), { metodoDePago: "Cash on delivery" } as Order); // all it reads

test("admins read what happened, not what the shop promises its shopper", () => {
  expect(forAdmins("PAYMENT STATUS", { after: "PAID" })).toBe("Marked paid");
  expect(forAdmins("CANCELLED", {})).toBe("Canceled");
  expect(forAdmins("DIFFERENCE BY HAND", { after: "7.50" })).toBe("Refund of $7.50 due, in cash or by bank transfer");
  expect(forAdmins("DIFFERENCE FAILED", { after: "7.50" })).toBe("The refund of $7.50 failed");
  expect(forAdmins("PACKED", {})).toBe("Packed");
});

const USUAL = { status: "PENDING", payment_status: "PAID", metodoDePago: "PayPal", cancelRequestedAt: null } as const;

test("an order that is picked up at the shop is not said to be on its way", () => {
  const delivery = { way: "collection" as const, zone: "", address: "1 Shop Street", slot: null };
  expect(["PENDING", "SHIPPED", "DELIVERED"].map((after) => words("STATUS", { after }, { delivery }))).toEqual([
    "Being prepared",
    "Ready for pickup",
    "Picked up",
  ]);
  const requested = { ...USUAL, status: "SHIPPED", cancelRequestedAt: "2026-11-21T08:00:00.000Z", delivery } as const;
  expect(orderNote(requested)).toBe("You asked us to cancel this order. It was already prepared for pickup; we'll email you our answer.");
  expect(inLanguage("es", () => orderNote(requested))).toMatch(/listo para recoger/);
  expect([stepName("SHIPPED", [{ delivery }]), stepName("DELIVERED", [{ delivery }])]).toEqual(["Mark ready for pickup", "Mark picked up"]);
  expect([stepName("SHIPPED", [{}]), stepName("DELIVERED", [{}])]).toEqual(["Mark shipped", "Mark delivered"]);
  // Said of both kinds at once, it is true for each.
  expect(stepName("SHIPPED", [{ delivery }, {}])).toBe("Mark shipped or ready");
  expect(stepName("DELIVERED", [{}, { delivery }])).toBe("Mark delivered or picked up");
  expect(cancelWords(true)).not.toMatch(/sent|on its way/);
  expect(cancelWords(false)).toContain("until your order is sent");
});

test("money refunded by hand is not said to be a bank transfer before it is known to be one", () => {
  const inCash = { metodoDePago: "Cash on delivery" };
  expect(words("REFUND BY HAND", {}, inCash)).toBe("Refund started, in cash or by bank transfer");
  expect(words("REFUND IN CASH", {}, inCash)).toBe("Refunded in cash");
  expect(words("REFUND DONE", {}, inCash)).toBe("Refunded by bank transfer");
});

test("only canceled or refunded orders get a note, with what happened to the money", () => {
  const cancelled = { ...USUAL, status: "CANCELLED" } as const;
  expect(orderNote(USUAL)).toBe("");
  expect(orderNote({ ...USUAL, payment_status: "PARTIALLY REFUNDED" })).toBe("This order was partially refunded.");
  expect(orderNote({ ...USUAL, status: "SHIPPED", cancelRequestedAt: "2026-11-21T08:00:00.000Z" })).toMatch(/^You asked us to cancel/);
  expect(orderNote({ ...cancelled, payment_status: "CASH ON DELIVERY" })).toMatch(/nothing to pay/);
  expect(orderNote({ ...cancelled, payment_status: "REFUNDED" })).toMatch(/canceled and refunded/);
  expect(orderNote({ ...cancelled, metodoDePago: "Cash on delivery" })).toMatch(
    /We'll refund you in cash or by bank transfer within 5 business days/,
  );
  expect(orderNote({ ...cancelled, timeline: [event("REFUND REQUESTED")] })).toMatch(/We're refunding you/);
  expect(orderNote({ ...cancelled, timeline: [event("REFUND REQUESTED"), event("REFUND PENDING")] })).toMatch(/being processed/);
  expect(orderNote({ ...cancelled, timeline: [event("REFUND REQUESTED"), event("REFUND FAILED")] })).toMatch(/did not go through/);
});
