import type { AttemptStatus } from "./contract.ts";

/** What a state may become. A late payment leads from a released state to an order or a refund. */
export const NEXT = {
  CREATING: ["OPEN", "EXPIRED", "CANCELLED", "REPLACED", "FAILED"],
  OPEN: ["CAPTURING", "PAID", "REFUNDING", "EXPIRED", "CANCELLED", "REPLACED"],
  CAPTURING: ["OPEN", "PAID", "REFUNDING"],
  EXPIRED: ["CAPTURING", "PAID", "REFUNDING"],
  CANCELLED: ["PAID", "REFUNDING"],
  REPLACED: ["PAID", "REFUNDING"],
  FAILED: ["PAID", "REFUNDING"],
  REFUNDING: ["REFUNDED"],
  PAID: [],
  REFUNDED: [],
} as const satisfies Record<AttemptStatus, readonly AttemptStatus[]>;

/** Whether a state may become another. */
export function canBecome(from: AttemptStatus, to: AttemptStatus): boolean {
  const next: readonly AttemptStatus[] = NEXT[from];
  return next.includes(to);
}

/** States in which nothing is at the provider that the shopper did not give up: they can be released. */
export const RELEASABLE = ["CREATING", "OPEN"] as const satisfies readonly AttemptStatus[];

/**
 * For how long a shopper whose payment is being taken begins no other one, in minutes: it may just become an order. A provider
 * that is still not sure by then may take days.
 */
export const BEING_TAKEN_MINUTES = 5;

/** What a shopper is told meanwhile. */
export const BEING_TAKEN = "Your payment is just being processed. Please look under My Orders in a minute.";

/** How long pieces are kept for a shopper who is paying, in minutes. */
export const RESERVED_MINUTES = 30;

/** What the provider says that it took. */
export interface Captured {
  /** The attempt that the provider was told of. */
  attemptId: string;
  cents: number;
  currency: string;
}

/** The one currency of the shop. */
export const CURRENCY = "USD";

/** Whether what was taken is what the attempt is about: owner, amount, currency. */
export function isExact(attempt: { id: string; totalCents: number }, captured: Captured): boolean {
  return captured.attemptId === attempt.id && captured.cents === attempt.totalCents && captured.currency === CURRENCY;
}
