import { ATTEMPT_STATUSES, REFUND_STATUSES, type AttemptStatus, type RefundStatus } from "./contract.ts";

/**
 * What each status may become. A late payment leads from a released one to an order or a refund; a provider that gave the
 * money back by itself leads straight to REFUNDED.
 */
export const NEXT = {
  CREATING: ["OPEN", "EXPIRED", "CANCELLED", "REPLACED", "FAILED"],
  OPEN: ["CAPTURING", "PAID", "REFUNDING", "REFUNDED", "EXPIRED", "CANCELLED", "REPLACED"],
  CAPTURING: ["OPEN", "PAID", "REFUNDING", "REFUNDED"],
  EXPIRED: ["CAPTURING", "PAID", "REFUNDING", "REFUNDED"],
  CANCELLED: ["PAID", "REFUNDING", "REFUNDED"],
  REPLACED: ["PAID", "REFUNDING", "REFUNDED"],
  FAILED: ["PAID", "REFUNDING", "REFUNDED"],
  REFUNDING: ["REFUNDED"],
  PAID: [],
  REFUNDED: [],
} as const satisfies Record<AttemptStatus, readonly AttemptStatus[]>;

/** The statuses that may become this one. */
export function whatBecomes(to: AttemptStatus): AttemptStatus[] {
  return ATTEMPT_STATUSES.filter((from) => {
    const next: readonly AttemptStatus[] = NEXT[from];
    return next.includes(to);
  });
}

/** What each refund may become. One that failed makes way for a new one, under an id the provider has not refused. */
export const NEXT_REFUND = {
  DUE: ["PENDING", "DONE", "FAILED"],
  PENDING: ["DONE", "FAILED"],
  DONE: [],
  FAILED: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

/** The statuses of a refund that may become this one. */
export function refundsThatBecome(to: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => {
    const next: readonly RefundStatus[] = NEXT_REFUND[from];
    return next.includes(to);
  });
}

/** In these statuses, and in no others, the goods of a payment are reserved. */
export const UNDER_WAY = ["CREATING", "OPEN", "CAPTURING"] as const satisfies readonly AttemptStatus[];

/** Whether a payment may still become an order without anything else happening. */
export function isUnderWay({ status }: { status: AttemptStatus }): boolean {
  const underWay: readonly AttemptStatus[] = UNDER_WAY;
  return underWay.includes(status);
}

/** Whether a payment can be given up: nobody is taking its money. */
export function isReleasable({ status }: { status: AttemptStatus }): boolean {
  return status === "CREATING" || status === "OPEN";
}

/** Whether the money is here, or on its way back: nothing is decided about such a payment any more. */
export function isSettled({ status }: { status: AttemptStatus }): boolean {
  return status === "PAID" || status === "REFUNDING" || status === "REFUNDED";
}

/**
 * A shopper whose money is being taken starts no other payment or order for this many seconds: it may be about to become an
 * order. A provider that is still not sure by then may take days.
 */
const WAIT_SECONDS = 5 * 60;

/** @param capturingSeconds since when the provider has been taking the money; null when it is not */
export function isBeingTaken({ status, capturingSeconds }: { status: AttemptStatus; capturingSeconds: number | null }): boolean {
  return status === "CAPTURING" && capturingSeconds !== null && capturingSeconds < WAIT_SECONDS;
}

/** What a shopper is told meanwhile. */
export const BEING_TAKEN = "Your payment is being processed. Check My Orders in a minute.";

/** How long pieces stay reserved for a shopper who is paying. */
export const RESERVED_MINUTES = 30;

/** What the provider says it took. */
export interface Captured {
  /** The attempt the provider was told about. */
  attemptId: string;
  cents: number;
  currency: string;
}

/** The one currency of the shop. */
export const CURRENCY = "USD";

/** Whether the provider took exactly this payment: the attempt, the amount and the currency. */
export function isExact(attempt: { id: string; totalCents: number }, captured: Captured): boolean {
  return captured.attemptId === attempt.id && captured.cents === attempt.totalCents && captured.currency === CURRENCY;
}
