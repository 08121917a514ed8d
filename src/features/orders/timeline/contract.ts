import * as z from "zod/mini";

export const EVENT_KINDS = [
  "PLACED",
  "PAID",
  /** From one status to another; CANCELLED has its own kind. */
  "STATUS",
  "PAYMENT STATUS",
  "CANCELLED",
  /** The shopper asked to cancel an order that had already shipped. */
  "CANCEL REQUESTED",
  "CANCEL DECLINED",
  "REFUND REQUESTED",
  /** The provider accepted the refund, but the money isn't back yet. */
  "REFUND PENDING",
  /** No provider can refund the money, so an admin has to. */
  "REFUND BY HAND",
  "REFUND DONE",
  /** An admin gave the money back in cash. */
  "REFUND IN CASH",
  "REFUND FAILED",
  /** `after` is what was given away beyond what is charged, in dollars; empty for nothing. */
  "PACKED",
  /** Only this many of the pieces, as in `3 × Figs`, were available. */
  "MISSING",
  /** Less than was ordered, as in `1 kg of Figs`. */
  "WEIGHED",
  /** Some pieces were replaced by others. */
  "REPLACED",
  /** The order became cheaper after it was paid: dollars to refund, through its provider or by hand. */
  "DIFFERENCE DUE",
  /** The shopper paid what a change of the order cost more, in dollars. */
  "DIFFERENCE PAID",
  /** The provider accepted its refund, but the money isn't back yet. */
  "DIFFERENCE PENDING",
  "DIFFERENCE DONE",
  "DIFFERENCE FAILED",
  "DIFFERENCE BY HAND",
  /** The staff refunded items of an order that was sent: those, one a line, as in `2 × Figs`; `after` is why, empty once the account is deleted. */
  "ITEMS REFUNDED",
  /** From one total to another, in dollars. */
  "TOTAL",
  "ADDRESS",
  /** The shopper changed the pieces of a product, as in `2 × Figs`; empty for none. */
  "PIECES",
  /** The shopper chose another way or time. */
  "DELIVERY",
  /** Removed from the admins' list; the shopper doesn't see this event. */
  "DELETED",
] as const;

/** Something that happened to an order; `before` and `after` are the old and new value, or empty. */
export const orderEvent = z.object({
  at: z.iso.datetime(),
  kind: z.enum(EVENT_KINDS),
  /** `shopper` or `shop`; an admin also sees the id of the admin who did it. */
  who: z.string(),
  before: z.string(),
  after: z.string(),
});
export type OrderEvent = z.output<typeof orderEvent>;
