import { isForPickup } from "#features/delivery/rules.ts";
import { formatCents, readAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { Order, OrderDetails, OrderStatus, PaymentStatus } from "../contract.ts";
import type { OrderEvent } from "../timeline/contract.ts";
import { BY_CARD, CANCEL_HOURS, IN_CASH, IS_PAID } from "../rules.ts";
import { isPaidByHand, REFUND_DAYS, refundOf } from "../refunds/rules.ts";
import { recordedAmount, recordedAmounts } from "../timeline/recorded-amount.ts";
import { refundedTo } from "../words.ts";

/** How long an order can be canceled ({@link CANCEL_HOURS}). @param forPickup whether the shopper picks it up at the shop */
export const cancelWords = (forPickup: boolean): string =>
  forPickup
    ? t("You can cancel until your order is ready for pickup. Already ready? Ask us within {hours} hours of ordering.", {
        hours: CANCEL_HOURS,
      })
    : t("You can cancel until your order is sent. Already on its way? Ask us within {hours} hours of ordering.", { hours: CANCEL_HOURS });

const STATUS_WORDS = {
  PENDING: t("Being prepared"),
  SHIPPED: t("Sent"),
  DELIVERED: t("Delivered"),
  COMPLETED: t("Completed"),
  CANCELLED: t("Canceled"),
} as const satisfies Record<OrderStatus, string>;

/** For orders that are picked up at the shop. */
export const PICKUP_WORDS: Readonly<Record<string, string>> = { SHIPPED: t("Ready for pickup"), DELIVERED: t("Picked up") };

const PAYMENT_WORDS = {
  "CASH ON DELIVERY": t("To be paid on delivery"),
  PAID: t("Paid"),
  PENDING: t("Waiting for payment"),
  REFUNDED: t("Refunded"),
  "PARTIALLY REFUNDED": t("Partially refunded"),
} as const satisfies Record<PaymentStatus, string>;

const isOneOf = <T extends object>(words: T, word: string): word is keyof T & string => word in words;

/** How an order was paid. */
function paidWords({ metodoDePago: method }: Order): string {
  if (method === IN_CASH.method) return t("Paid in cash");
  return method === BY_CARD ? t("Paid by card") : t("Paid with {method}", { method });
}

const EVENT_WORDS = {
  PLACED: () => t("Order placed"),
  PAID: (_event, order) => paidWords(order),
  STATUS: ({ after }, { delivery }) =>
    (isForPickup(delivery) && PICKUP_WORDS[after]) || (isOneOf(STATUS_WORDS, after) ? STATUS_WORDS[after] : after),
  "PAYMENT STATUS": ({ after }) => (isOneOf(PAYMENT_WORDS, after) ? PAYMENT_WORDS[after] : after),
  CANCELLED: ({ who }) => (who === "shopper" ? t("You canceled the order") : t("The shop canceled the order")),
  "CANCEL REQUESTED": () => t("Cancellation requested"),
  "CANCEL DECLINED": () => t("Cancellation declined"),
  "REFUND REQUESTED": () => t("Refund started"),
  "REFUND PENDING": (_event, order) => t("Refund {toMethod} being processed", { toMethod: refundedTo(order.metodoDePago) }),
  "REFUND BY HAND": () => t("Refund started, in cash or by bank transfer"),
  "REFUND DONE": (_event, order) =>
    order.metodoDePago === IN_CASH.method
      ? t("Refunded by bank transfer")
      : t("Refunded {toMethod}", { toMethod: refundedTo(order.metodoDePago) }),
  "REFUND IN CASH": () => t("Refunded in cash"),
  "REFUND FAILED": () => t("The refund did not go through; the shop is looking into it"),
  PACKED: () => t("Packed"),
  MISSING: ({ before, after }) =>
    after === "0"
      ? t("Not available: {before}", { before: recordedAmount(before) })
      : t("Only {after} of {before} available", { after: recordedAmount(after), before: recordedAmount(before) }),
  WEIGHED: ({ before, after }) => t("Weighed {after} instead of {before}", { after, before: recordedAmount(before) }),
  REPLACED: ({ before, after }) => t("Replaced {before} with {after}", { before: recordedAmount(before), after: recordedAmount(after) }),
  "DIFFERENCE DUE": ({ after }, order) =>
    t("Refund of {after} {toMethod} started", { after: formatCents(readAmount(after)), toMethod: refundedTo(order.metodoDePago) }),
  "DIFFERENCE PAID": ({ after }) => t("Difference of {amount} paid", { amount: formatCents(readAmount(after)) }),
  "DIFFERENCE PENDING": ({ after }, order) =>
    t("Refund of {amount} {toMethod} being processed", {
      amount: formatCents(readAmount(after)),
      toMethod: refundedTo(order.metodoDePago),
    }),
  "DIFFERENCE DONE": ({ after }) => t("Refunded {after}", { after: formatCents(readAmount(after)) }),
  "DIFFERENCE FAILED": ({ after }) =>
    t("The refund of {amount} did not go through; the shop is looking into it", { amount: formatCents(readAmount(after)) }),
  "DIFFERENCE BY HAND": ({ after }) => t("We'll refund {after} in cash or by bank transfer", { after: formatCents(readAmount(after)) }),
  "ITEMS REFUNDED": ({ before, after: reason }) => {
    const items = recordedAmounts(before).join(", ");
    return reason ? t("Refunding {items}. Reason: {reason}", { items, reason }) : t("Refunding {items}", { items });
  },
  TOTAL: ({ after }) => t("Total changed to {after}", { after: formatCents(readAmount(after)) }),
  ADDRESS: () => t("Delivery address changed"),
  PIECES: ({ before, after }) => {
    if (!before) return t("Added {after}", { after: recordedAmount(after) });
    if (!after) return t("Removed {before}", { before: recordedAmount(before) });
    return t("Changed {before} to {after}", { before: recordedAmount(before), after: recordedAmount(after) });
  },
  // Recorded in the language of the order; a pickup once under another name.
  DELIVERY: ({ after: recorded }) => {
    const after = recorded.replace(/^Collection\b/, "Pickup");
    return after.startsWith(t("Delivery")) || after.startsWith(t("Pickup"))
      ? t("Changed to {after}", { after })
      : t("Delivery time changed");
  },
  DELETED: () => t("Deleted from the list"),
} as const satisfies Record<OrderEvent["kind"], (event: OrderEvent, order: Order) => string>;

/** An event in words. While the shop is upgraded, an open page may get kinds of events that it does not know yet. */
export function eventWords(event: OrderEvent, order: Order): string {
  return isOneOf(EVENT_WORDS, event.kind) ? EVENT_WORDS[event.kind](event, order) : t("Order changed");
}

/** What admins read where a shopper is told what the shop does about it. */
const ADMIN_WORDS: { [kind in OrderEvent["kind"]]?: (event: OrderEvent) => string } = {
  CANCELLED: () => t("Canceled"),
  "REFUND BY HAND": () => t("Refund due, in cash or by bank transfer"),
  PACKED: ({ after }) => (after ? t("Packed, with {amount} given away", { amount: formatCents(readAmount(after)) }) : t("Packed")),
  "REFUND FAILED": () => t("The refund failed"),
  "DIFFERENCE FAILED": ({ after }) => t("The refund of {amount} failed", { amount: formatCents(readAmount(after)) }),
  "DIFFERENCE BY HAND": ({ after }) => t("Refund of {amount} due, in cash or by bank transfer", { amount: formatCents(readAmount(after)) }),
};

/** An event in words for the back office. */
export function eventForAdmins(event: OrderEvent, order: Order): string {
  // Shoppers pay; the staff only record it.
  if (event.kind === "PAYMENT STATUS" && event.after === "PAID" && event.who !== "shop") return t("Marked paid");
  return ADMIN_WORDS[event.kind]?.(event) ?? eventWords(event, order);
}

/** Listed orders come without a timeline. */
type Noted = Pick<Order, "status" | "payment_status" | "metodoDePago" | "cancelRequestedAt" | "delivery"> &
  Partial<Pick<OrderDetails, "timeline">>;

const REFUND_NOTES = {
  "on its way": t("We're refunding you and will email you when it's done."),
  pending: t("Your refund is being processed. We'll email you when it's done."),
  "by hand": t("We'll refund you in cash or by bank transfer within {days} business days and email you when it's done.", {
    days: REFUND_DAYS,
  }),
  failed: t("Your refund did not go through; we're looking into it."),
  done: t("We're refunding you and will email you when it's done."),
} as const;

/** What the shopper should know about an order that was canceled or refunded, or may be; empty for most orders. */
export function orderNote({ status, payment_status, metodoDePago, cancelRequestedAt, delivery, timeline = [] }: Noted): string {
  if (cancelRequestedAt)
    return isForPickup(delivery)
      ? t("You asked us to cancel this order. It was already prepared for pickup; we'll email you our answer.")
      : t("You asked us to cancel this order. It was already sent; we'll email you our answer.");
  if (status === "CANCELLED") {
    if (payment_status === "REFUNDED") return t("This order was canceled and refunded.");
    if (!IS_PAID[payment_status]) return t("This order was canceled. There is nothing to pay.");
    const progress = isPaidByHand({ paymentMethod: metodoDePago, timeline }) ? "by hand" : (refundOf(timeline) ?? "on its way");
    return `${t("This order was canceled.")} ${REFUND_NOTES[progress]}`;
  }
  if (payment_status === "REFUNDED") return t("This order was refunded.");
  return payment_status === "PARTIALLY REFUNDED" ? t("This order was partially refunded.") : "";
}
