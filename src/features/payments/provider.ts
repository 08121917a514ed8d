import type { IncomingHttpHeaders } from "node:http";
import type { Attempt } from "./store.ts";

/** The providers of payments that are made before the order. */
export type ProviderName = Attempt["provider"];

/** What the provider created for an attempt. */
export interface Created {
  /** The provider's id of the payment; the attempt's own id when the provider has none yet. */
  ref: string;
  /** Where the shopper pays, when that is on the provider's pages. */
  approvalUrl?: string;
}

/** The state of a payment, as the provider reports it. */
export type PaymentState =
  /** The shopper has not agreed to pay, or the provider does not know the payment. */
  | { kind: "unpaid" }
  /** The shopper agreed; the money can be taken. */
  | { kind: "approved" }
  /** The provider took `cents` in all, and has paid back `refundedCents` of them. */
  | { kind: "captured"; chargeRef: string; attemptId: string; cents: number; currency: string; refundedCents: number }
  /** The provider is not sure yet. */
  | { kind: "pending"; reason: string }
  /** The bank wants the shopper to verify the payment (3-D Secure). */
  | { kind: "review" }
  /** Refused; the message can be shown to the shopper. */
  | { kind: "declined"; message: string };

/** What the shopper pays with, when the shop's own page collects it: a card token. */
export interface Instrument {
  token: string;
  /** The shopper's e-mail address, which card providers want. */
  email: string;
  /** The result of the bank's verification (3-D Secure). */
  authentication3DS?: Record<string, unknown>;
}

/** What became of a refund. */
export type RefundState =
  | { kind: "done"; ref: string }
  /** The provider accepted it, and decides later whether it succeeds. */
  | { kind: "pending"; ref: string }
  | { kind: "failed"; reason: string };

/** What a webhook is about. */
export interface News {
  /** The provider's id of the event: it may come twice. */
  id: string;
  /** The attempt, by whichever of the two the event names. */
  attempt: { id: string } | { ref: string };
}

/**
 * A way to pay before the order is placed. Every call may be repeated: an adapter whose provider does not recognize repeats
 * looks first. Every function throws {@link Unanswered} when the provider's response does not say what happened.
 */
export interface Provider {
  readonly name: ProviderName;
  /** As a person reads it on an order. */
  readonly method: string;
  /** The amounts it accepts, in cents. */
  readonly cents: { least: number; most: number };
  /** Whether `capture` may run twice at the same time, because the provider takes the money only once. */
  readonly capturesOnce: boolean;
  /** @throws ProviderRefused */
  create(attempt: Attempt): Promise<Created>;
  /** Reads the state without changing it. */
  read(attempt: Attempt): Promise<PaymentState>;
  /** Takes the money, unless it has been taken already. */
  capture(attempt: Attempt, instrument?: Instrument): Promise<PaymentState>;
  /** Pays money back, once for each `id`. */
  refund(refund: { id: string; chargeRef: string; cents: number }): Promise<RefundState>;
  /** Looks up a refund that was pending, by the provider's id of it. */
  readRefund(ref: string): Promise<RefundState>;
  /**
   * Reads a webhook; "nothing" when it is not about one of our payments.
   * @returns null when it is not proven to come from the provider
   */
  readWebhook(body: Buffer, headers: IncomingHttpHeaders): Promise<News | "nothing" | null>;
}

/** The providers by name; null when not configured. */
export type Providers = { readonly [Name in ProviderName]: Provider | null };

/** The provider did not respond, or its response does not say what happened. */
export class Unanswered extends Error {}

/** The provider refused to create a payment; `message` is for the log, never for a shopper. */
export class ProviderRefused extends Error {}
