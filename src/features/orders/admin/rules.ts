import { PAYMENT_STATUSES, type OrderStatus, type PaymentStatus } from "../contract.ts";
import type { OrderEvent } from "../timeline/contract.ts";
import { IN_CASH, IS_PAID } from "../rules.ts";
import { refundOf } from "../refunds/rules.ts";

interface Paid {
  paymentStatus: PaymentStatus;
  paymentMethod: string;
}

/** The payment statuses with money that could be refunded. */
export const PAID = PAYMENT_STATUSES.filter((status) => IS_PAID[status]);

/** Whether an order's total has been charged, so that it can no longer be edited. */
export function isCharged({ paymentStatus, paymentMethod }: Paid): boolean {
  return paymentMethod !== IN_CASH.method || IS_PAID[paymentStatus];
}

/** The payment statuses an admin may set; the shop sets the others itself. */
export const SETTABLE = ["CASH ON DELIVERY", "PAID", "PENDING"] as const satisfies readonly PaymentStatus[];

const isSettable = (status: PaymentStatus) => SETTABLE.some((one) => one === status);

/**
 * Whether an admin may change an order's payment status. Money held by a provider can only be refunded. A PENDING order with a
 * provider was refunded and reopened: from then on it is paid by hand.
 */
export function mayBePaid(
  { paymentStatus: from, paymentMethod }: Paid,
  to: PaymentStatus,
): { ok: true } | { ok: false; reason: "never" | "held" } {
  if (from === to) return { ok: true };
  if (!isSettable(to)) return { ok: false, reason: "never" };
  return paymentMethod === IN_CASH.method || from === "PENDING" ? { ok: true } : { ok: false, reason: "held" };
}

interface Refunded extends Paid {
  status: OrderStatus;
  timeline: readonly Pick<OrderEvent, "kind">[];
}

/** Whether a provider failed to refund a canceled order, so that it can be retried. */
export function mayRetryRefund({ status, paymentMethod, timeline }: Refunded): boolean {
  return status === "CANCELLED" && paymentMethod !== IN_CASH.method && refundOf(timeline) === "failed";
}

/** Whether a canceled order can only be refunded by hand, and hasn't been yet. `readOwedOrders` says the same in SQL. */
export function isOwedByHand({ status, paymentStatus, paymentMethod, timeline }: Refunded): boolean {
  if (status !== "CANCELLED" || !IS_PAID[paymentStatus]) return false;
  return paymentMethod === IN_CASH.method || refundOf(timeline) === "by hand";
}

/** Whether some items of an order can be refunded: it was paid, and is no longer in the shop. */
export const mayRefundItems = ({ status, paymentStatus }: Pick<Refunded, "status" | "paymentStatus">): boolean =>
  status !== "PENDING" && status !== "CANCELLED" && IS_PAID[paymentStatus];

/**
 * The steps that several orders can take at once, and from where. None of them changes stock, coupons or money: what does may be refused after
 * something was written.
 */
export const MOVES_FROM = { SHIPPED: ["PENDING"], DELIVERED: ["PENDING", "SHIPPED"] } as const satisfies Partial<
  Record<OrderStatus, readonly OrderStatus[]>
>;
export type BulkStep = keyof typeof MOVES_FROM;
