import type { Order, OrderDetails, PaymentStatus } from "../contract.ts";
import { IN_CASH, IS_PAID, refundOf } from "../rules.ts";

type Paid = Pick<Order, "payment_status" | "metodoDePago">;

/** Whether an order's total is what was charged, and so can no longer be edited. */
export function isCharged({ payment_status, metodoDePago }: Paid): boolean {
  return metodoDePago !== IN_CASH.method || IS_PAID[payment_status];
}

/** The payment statuses that an admin may set; the others say what the shop itself did. */
export const SETTABLE = ["CASH ON DELIVERY", "PAID", "PENDING"] as const satisfies readonly PaymentStatus[];

const isSettable = (status: PaymentStatus) => SETTABLE.some((one) => one === status);

/**
 * Whether an admin may give an order another payment status; what a provider holds, only a refund gives back. PENDING after a
 * provider is an order that was refunded and taken up again: from then on it is paid by hand.
 */
export function mayBePaid(
  { payment_status: from, metodoDePago }: Paid,
  to: PaymentStatus,
): { ok: true } | { ok: false; reason: "never" | "held" } {
  if (from === to) return { ok: true };
  if (!isSettable(to)) return { ok: false, reason: "never" };
  return metodoDePago === IN_CASH.method || from === "PENDING" ? { ok: true } : { ok: false, reason: "held" };
}

/** Whether the money of a cancelled order was to go back through its provider, and the last try failed. */
export function mayRetryRefund({ status, metodoDePago, timeline }: Pick<OrderDetails, "status" | "metodoDePago" | "timeline">): boolean {
  return status === "CANCELLED" && metodoDePago !== IN_CASH.method && refundOf(timeline) === "failed";
}

/** Whether an order is done with: deleting it needs no cancelling. */
export const IS_DONE = { PENDING: false, SHIPPED: false, DELIVERED: true, COMPLETED: true, CANCELLED: true } as const satisfies Record<
  Order["status"],
  boolean
>;
