import { formatCents, readAmount } from "#shared/money.ts";
import type { Order, OrderDetails, OrderEvent, OrderStatus, PaymentStatus } from "../contract.ts";
import { IS_PAID } from "../rules.ts";

const STATUS_WORDS = {
  PENDING: "Being prepared",
  SHIPPED: "Sent",
  DELIVERED: "Delivered",
  COMPLETED: "Completed",
  CANCELLED: "Cancelled",
} as const satisfies Record<OrderStatus, string>;

const PAYMENT_WORDS = {
  "CASH ON DELIVERY": "To be paid when it arrives",
  PAID: "Paid",
  PENDING: "Payment is awaited",
  REFUNDED: "Money returned",
  "PARTIALLY REFUNDED": "Part of the money returned",
} as const satisfies Record<PaymentStatus, string>;

const isOneOf = <T extends object>(words: T, word: string): word is keyof T & string => word in words;

const EVENT_WORDS = {
  PLACED: () => "Order placed",
  PAID: (_event, { metodoDePago }) => `Paid by ${metodoDePago}`,
  STATUS: ({ after }) => (isOneOf(STATUS_WORDS, after) ? STATUS_WORDS[after] : after),
  "PAYMENT STATUS": ({ after }) => (isOneOf(PAYMENT_WORDS, after) ? PAYMENT_WORDS[after] : after),
  CANCELLED: ({ who }) => (who === "shopper" ? "You cancelled the order" : "The shop cancelled the order"),
  "REFUND REQUESTED": () => "Refund begun",
  "REFUND DONE": (_event, { metodoDePago }) => `Money returned by ${metodoDePago}`,
  "REFUND FAILED": () => "The money could not go back by itself; the shop looks after it",
  TOTAL: ({ after }) => `The total is now ${formatCents(readAmount(after))}`,
  ADDRESS: () => "The delivery address was changed",
  DELETED: () => "Deleted from the list",
} as const satisfies Record<OrderEvent["kind"], (event: OrderEvent, order: Order) => string>;

/** What happened, as a person reads it. */
export function eventWords(event: OrderEvent, order: Order): string {
  return EVENT_WORDS[event.kind](event, order);
}

/** The list of orders has no timelines. */
type Noted = Pick<Order, "status" | "payment_status"> & Partial<Pick<OrderDetails, "timeline">>;

/** What a person needs to know of an order that took another way than usual; empty for most. */
export function orderNote({ status, payment_status, timeline = [] }: Noted): string {
  if (status === "CANCELLED") {
    if (payment_status === "REFUNDED") return "This order was cancelled, and your money was returned.";
    if (!IS_PAID[payment_status]) return "This order was cancelled. There is nothing to pay.";
    return timeline.some(({ kind }) => kind === "REFUND FAILED")
      ? "This order was cancelled. Your money could not go back by itself; the shop looks after it."
      : "This order was cancelled. Your money is on its way back.";
  }
  if (payment_status === "REFUNDED") return "Your money was returned.";
  return payment_status === "PARTIALLY REFUNDED" ? "Part of your money was returned." : "";
}
