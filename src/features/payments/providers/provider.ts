import type { IncomingHttpHeaders } from "node:http";
import type { OnlineWay } from "../contract.ts";
import type { Note } from "../notes.ts";
import type { Attempt } from "../store.ts";

/** The providers of payments made before the order. */
export type ProviderName = Attempt["provider"];

/** What the provider created for an attempt. */
export interface Created {
  /** The provider's id of the payment; the attempt's own id when the provider has none yet. */
  ref: string;
  /** Where the shopper pays, if on the provider's pages. */
  approvalUrl?: string;
}

/** The state of a payment, as the provider reports it. */
export type PaymentState =
  /** The shopper hasn't agreed to pay, or the provider doesn't know the payment. */
  | { kind: "unpaid" }
  /** The shopper agreed; the money can be captured. */
  | { kind: "approved" }
  /** The money was taken. `others` are further charges of the same attempt. */
  | ({ kind: "captured"; attemptId: string; currency: string; others?: readonly Charged[] } & Charged)
  /** The provider doesn't know yet. */
  | { kind: "pending"; reason: Note }
  /** The bank wants the shopper to verify the payment (3-D Secure). */
  | { kind: "review" }
  /** Refused; the message can be shown to the shopper. */
  | { kind: "declined"; message: string };

/** Money that the provider took: `cents` in total, of which it has refunded `refundedCents`. */
export interface Charged {
  chargeRef: string;
  cents: number;
  refundedCents: number;
}

/** What the shopper pays with, when the shop's own page collects it: a token of a card or a Yape account. */
export interface Instrument {
  token: string;
  /** The shopper's email address, required by card providers. */
  email: string;
  /** The result of the bank's verification (3-D Secure). */
  authentication3DS?: Record<string, unknown>;
}

export type RefundState =
  | { kind: "done"; ref: string }
  /** The provider accepted it, and decides later. */
  | { kind: "pending"; ref: string }
  | { kind: "failed"; reason: Note };

/** What a webhook is about. */
export interface WebhookNotice {
  /** The provider's id of the event, which may arrive twice. */
  id: string;
  /** The attempt, by whichever id the event has. */
  attempt: { id: string } | { ref: string };
  /** The charge that it names. */
  chargeRef?: string;
}

/** What the shop says about a way to pay. */
export interface WayLimits {
  /** The name shown on orders. */
  method: string;
  /** The amounts it accepts, in cents. */
  cents: { least: number; most: number };
}

/**
 * A payment method used before the order is placed. Every call may be repeated: an adapter whose provider doesn't recognize repeats
 * checks first. Every function throws {@link Unanswered} if the provider's response doesn't say what happened.
 */
export interface Provider {
  readonly name: ProviderName;
  /** @param way one of this provider's */
  offer(way: OnlineWay): WayLimits;
  /** Whether concurrent calls are safe, because the provider captures, or refunds under an id, only once. */
  readonly recognizesRepeats: boolean;
  /** @throws ProviderRefused */
  create(attempt: Attempt): Promise<Created>;
  /** Reads the state without changing it. @param chargeRef a charge that the provider has named, and may not list yet */
  read(attempt: Attempt, chargeRef?: string): Promise<PaymentState>;
  /** Takes the money, unless already taken. */
  capture(attempt: Attempt, instrument?: Instrument): Promise<PaymentState>;
  /**
   * Refunds money, once per `id`.
   * @param refund `beforeCents` is what had been refunded before it; without it, this refund covers the whole charge
   */
  refund(refund: { id: string; chargeRef: string; cents: number; beforeCents?: number }): Promise<RefundState>;
  /** Looks up a pending refund by the provider's id. */
  readRefund(ref: string): Promise<RefundState>;
  /**
   * Reads a webhook; "nothing" if it isn't about one of our payments.
   * @param countUnsigned called with the charge before the provider is asked about a webhook that is not signed
   * @returns null unless it provably comes from the provider
   */
  readWebhook(
    body: Buffer,
    headers: IncomingHttpHeaders,
    countUnsigned: (chargeId: string) => Promise<void>,
  ): Promise<WebhookNotice | "nothing" | null>;
}

/** Finds the provider of a way to pay; null when it is not configured now, or does not take the shop's currency. */
export type Providers = (way: OnlineWay) => Promise<Provider | null>;

/** The provider did not respond, or its response doesn't say what happened. */
export class Unanswered extends Error {
  constructor(message: Note) {
    super(message);
    this.name = "Unanswered";
  }
}

/** The provider refused to create a payment; `message` is for the log, never for a shopper. */
export class ProviderRefused extends Error {}
