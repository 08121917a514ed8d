import { IN_CASH } from "../rules.ts";
import type { OrderEvent } from "../timeline/contract.ts";

/** Business days within which staff send a refund that no provider can send (see the returns page). */
export const REFUND_DAYS = 5;

/** The state of a refund by its last event. */
const REFUND_STATES = {
  "REFUND REQUESTED": "on its way",
  "REFUND PENDING": "pending",
  "REFUND BY HAND": "by hand",
  "REFUND DONE": "done",
  "REFUND IN CASH": "done",
  "REFUND FAILED": "failed",
} as const;
export type RefundProgress = (typeof REFUND_STATES)[keyof typeof REFUND_STATES];

const isRefundEvent = (kind: string): kind is keyof typeof REFUND_STATES => kind in REFUND_STATES;

/** The state of an order's latest refund; undefined if there was none. */
export function refundOf(timeline: readonly Pick<OrderEvent, "kind">[]): RefundProgress | undefined {
  const kind = timeline.map((event) => event.kind).findLast(isRefundEvent);
  return kind && REFUND_STATES[kind];
}

/** Whether a provider may still refund the money, so that the order must stay canceled. */
export function isRefunding(timeline: readonly Pick<OrderEvent, "kind">[]): boolean {
  const progress = refundOf(timeline);
  return progress === "on its way" || progress === "pending";
}

/**
 * Whether an order was paid by hand, so that no provider can refund it: in cash, or after a provider refunded it and it was reopened. Then
 * only staff can record that it was paid.
 */
export function isPaidByHand({
  paymentMethod,
  timeline = [],
}: {
  paymentMethod: string;
  timeline?: readonly Pick<OrderEvent, "kind" | "after">[] | undefined;
}): boolean {
  return paymentMethod === IN_CASH.method || timeline.some(({ kind, after }) => kind === "PAYMENT STATUS" && after === "PAID");
}
