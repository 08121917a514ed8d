import { formatCents, readAmount } from "#shared/money.ts";
import type { Order, OrderDetails, OrderEvent, OrderStatus, PaymentStatus } from "../contract.ts";
import { CANCEL_HOURS, IN_CASH, IS_PAID, REFUND_DAYS, refundOf } from "../rules.ts";

/** How long an order can be canceled ({@link CANCEL_HOURS}). */
export const CANCEL_WORDS = `You can cancel until your order is sent. Already on its way? Ask us within ${CANCEL_HOURS} hours of ordering.`;

const STATUS_WORDS = {
  PENDING: "Being prepared",
  SHIPPED: "Sent",
  DELIVERED: "Delivered",
  COMPLETED: "Completed",
  CANCELLED: "Cancelled",
} as const satisfies Record<OrderStatus, string>;

/** For orders that are collected at the shop. */
const COLLECTED_WORDS: Readonly<Record<string, string>> = { SHIPPED: "Ready to collect", DELIVERED: "Collected" };

const PAYMENT_WORDS = {
  "CASH ON DELIVERY": "To be paid on delivery",
  PAID: "Paid",
  PENDING: "Waiting for payment",
  REFUNDED: "Refunded",
  "PARTIALLY REFUNDED": "Partially refunded",
} as const satisfies Record<PaymentStatus, string>;

const isOneOf = <T extends object>(words: T, word: string): word is keyof T & string => word in words;

const EVENT_WORDS = {
  PLACED: () => "Order placed",
  PAID: (_event, { metodoDePago }) => `Paid by ${metodoDePago}`,
  STATUS: ({ after }, { delivery }) =>
    (delivery?.way === "collection" && COLLECTED_WORDS[after]) || (isOneOf(STATUS_WORDS, after) ? STATUS_WORDS[after] : after),
  "PAYMENT STATUS": ({ after }) => (isOneOf(PAYMENT_WORDS, after) ? PAYMENT_WORDS[after] : after),
  CANCELLED: ({ who }) => (who === "shopper" ? "You cancelled the order" : "The shop cancelled the order"),
  "CANCEL REQUESTED": () => "Cancellation requested",
  "CANCEL DECLINED": () => "Cancellation declined",
  "REFUND REQUESTED": () => "Refund started",
  "REFUND PENDING": (_event, { metodoDePago }) => `Refund being processed by ${metodoDePago}`,
  "REFUND BY HAND": () => "Refund by bank transfer started",
  "REFUND DONE": (_event, { metodoDePago }) =>
    metodoDePago === IN_CASH.method ? "Refunded by bank transfer" : `Refunded by ${metodoDePago}`,
  "REFUND IN CASH": () => "Refunded in cash",
  "REFUND FAILED": () => "The refund did not go through; the shop is looking into it",
  PACKED: () => "Packed",
  MISSING: ({ before, after }) => (after === "0" ? `Not available: ${before}` : `Only ${after} of ${before} available`),
  WEIGHED: ({ before, after }) => `Weighed ${after} instead of ${before}`,
  REPLACED: ({ before, after }) => `Replaced ${before} by ${after}`,
  "DIFFERENCE DUE": ({ after }, { metodoDePago }) => `Returning ${formatCents(readAmount(after))} by ${metodoDePago}`,
  "DIFFERENCE DONE": ({ after }) => `Returned ${formatCents(readAmount(after))}`,
  "DIFFERENCE FAILED": ({ after }) => `The return of ${formatCents(readAmount(after))} did not go through; the shop is looking into it`,
  "DIFFERENCE BY HAND": ({ after }) => `We return ${formatCents(readAmount(after))} in cash or by bank transfer`,
  TOTAL: ({ after }) => `Total changed to ${formatCents(readAmount(after))}`,
  ADDRESS: () => "Delivery address changed",
  PIECES: ({ before, after }) => {
    if (!before) return `Added ${after}`;
    return after ? `Changed ${before} to ${after}` : `Took out ${before}`;
  },
  DELIVERY: ({ after }) => (after ? `Changed to ${after}` : "Delivery time changed"),
  DELETED: () => "Deleted from the list",
} as const satisfies Record<OrderEvent["kind"], (event: OrderEvent, order: Order) => string>;

/** An event in words. */
export function eventWords(event: OrderEvent, order: Order): string {
  return EVENT_WORDS[event.kind](event, order);
}

/** Listed orders come without a timeline. */
type Noted = Pick<Order, "status" | "payment_status" | "metodoDePago" | "cancelRequestedAt"> & Partial<Pick<OrderDetails, "timeline">>;

const REFUND_NOTES = {
  "on its way": "We're refunding you and will email you when it's done.",
  pending: "Your refund is being processed. We'll email you when it's done.",
  "by hand": `We'll refund you by bank transfer within ${REFUND_DAYS} business days and email you when it's done.`,
  failed: "Your refund did not go through; we're looking into it.",
  done: "We're refunding you and will email you when it's done.",
} as const;

/** What the shopper should know about an order that was canceled or refunded, or may be; empty for most orders. */
export function orderNote({ status, payment_status, metodoDePago, cancelRequestedAt, timeline = [] }: Noted): string {
  if (cancelRequestedAt) return "You asked us to cancel this order. It was already sent; we'll email you our answer.";
  if (status === "CANCELLED") {
    if (payment_status === "REFUNDED") return "This order was cancelled and refunded.";
    if (!IS_PAID[payment_status]) return "This order was cancelled. There is nothing to pay.";
    const progress = metodoDePago === IN_CASH.method ? "by hand" : (refundOf(timeline) ?? "on its way");
    return `This order was cancelled. ${REFUND_NOTES[progress]}`;
  }
  if (payment_status === "REFUNDED") return "This order was refunded.";
  return payment_status === "PARTIALLY REFUNDED" ? "This order was partially refunded." : "";
}
