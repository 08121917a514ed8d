import { t } from "#words/t.ts";
import { ATTEMPT_STATUSES, REFUND_STATUSES, type AttemptStatus, type OnlineWay, type RefundStatus } from "./contract.ts";

/**
 * The allowed transitions. A late payment turns a released attempt into an order or a refund; if the provider refunded it by itself,
 * it goes straight to REFUNDED.
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

/** Whether a payment can change to a status. */
export function mayBecome({ status }: { status: AttemptStatus }, to: AttemptStatus): boolean {
  const next: readonly AttemptStatus[] = NEXT[status];
  return next.includes(to);
}

/** The statuses that can change to this one. */
export function whatBecomes(to: AttemptStatus): AttemptStatus[] {
  return ATTEMPT_STATUSES.filter((status) => mayBecome({ status }, to));
}

/** The allowed transitions of refunds. A failed one is replaced by a new one, with an id the provider hasn't refused. */
export const NEXT_REFUND = {
  DUE: ["PENDING", "DONE", "FAILED"],
  PENDING: ["DONE", "FAILED"],
  DONE: [],
  FAILED: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

/** The refund statuses that can change to this one. */
export function refundsThatBecome(to: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => {
    const next: readonly RefundStatus[] = NEXT_REFUND[from];
    return next.includes(to);
  });
}

/** The goods of a payment are reserved in exactly these statuses. */
export const UNDER_WAY = ["CREATING", "OPEN", "CAPTURING"] as const satisfies readonly AttemptStatus[];

/** Whether a payment can still become an order by itself. */
export function isUnderWay({ status }: { status: AttemptStatus }): boolean {
  const underWay: readonly AttemptStatus[] = UNDER_WAY;
  return underWay.includes(status);
}

/** A payment can be canceled in exactly these statuses: its money isn't being taken. */
export const RELEASABLE = ["CREATING", "OPEN"] as const satisfies readonly AttemptStatus[];

/** Whether a payment can be canceled. */
export function isReleasable({ status }: { status: AttemptStatus }): boolean {
  const releasable: readonly AttemptStatus[] = RELEASABLE;
  return releasable.includes(status);
}

/** Whether the money has arrived or is being refunded, so that nothing is left to decide. */
export function isSettled({ status }: { status: AttemptStatus }): boolean {
  return status === "PAID" || status === "REFUNDING" || status === "REFUNDED";
}

/**
 * While their money is being taken, shoppers can't start another payment or order for this many seconds, because it may be about to
 * become an order. After that, a provider that still doesn't know may take days.
 */
const WAIT_SECONDS = 5 * 60;

/** @param capturingSeconds since when the provider has been taking the money; null when it is not */
export function isBeingTaken({ status, capturingSeconds }: { status: AttemptStatus; capturingSeconds: number | null }): boolean {
  return status === "CAPTURING" && capturingSeconds !== null && capturingSeconds < WAIT_SECONDS;
}

/** Shown to the shopper while the payment is being taken. */
export const beingTaken = () => t("Your payment is being processed. Check My Orders in a minute.");

/** How long goods stay reserved for a shopper who is paying. */
export const RESERVED_MINUTES = 30;

/** How long after starting a payment it can be paid if the goods are still there: as long as PayPal lets its payers approve. */
const PAYABLE_MINUTES = 3 * 60;

/**
 * Whether a payment whose reservation has ended may still be paid, at the prices of its start. @param secondsLeft negative once it has
 * ended
 */
export const isPayableLate = ({ secondsLeft }: { secondsLeft: number }) => -secondsLeft < (PAYABLE_MINUTES - RESERVED_MINUTES) * 60;

export interface Captured {
  /** The attempt id the provider was given. */
  attemptId: string;
  cents: number;
  currency: string;
}

/** Whether the provider captured exactly this payment: attempt, amount and currency. */
export function isExact(attempt: { id: string; totalCents: number; currency: string }, captured: Captured): boolean {
  return captured.attemptId === attempt.id && captured.cents === attempt.totalCents && captured.currency === attempt.currency;
}

/** The order that a payment is for, or becomes. */
export const orderIdOf = ({ id, amends }: { id: string; amends: string | null }) => amends ?? id;

/**
 * Splits a refund of an order over its payments: the newest first, never more than what is left of each.
 * @param left what is left of each payment, oldest first
 * @returns as many cents for each; less than `cents` together if not as much is left
 */
export function splitRefund(left: readonly number[], cents: number): number[] {
  let due = cents;
  return left
    .toReversed()
    .map((most) => {
      const part = Math.max(0, Math.min(most, due));
      due -= part;
      return part;
    })
    .toReversed();
}

/** The smallest refund that each provider makes, in cents. */
export const LEAST_REFUND_CENTS = { paypal: 1, culqi: 100 } as const;

/** How a payment is paid. */
export function wayOf({ provider, withYape }: { provider: "paypal" | "culqi"; withYape: boolean }): OnlineWay {
  return withYape ? "yape" : provider;
}

/** Whether a Culqi token is of the kind that a payment was started for: of a card (`tkn_…`), or of a Yape account (`ype_…`). */
export function fitsToken({ withYape }: { withYape: boolean }, token: string): boolean {
  return token.startsWith("ype_") === withYape;
}
