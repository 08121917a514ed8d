import type { IncomingHttpHeaders } from "node:http";
import type { Attempt } from "./store.ts";

/** The providers of payments that happen before the order. */
export type ProviderName = Attempt["provider"];

/** What the provider made of an attempt. */
export interface Created {
  /** The provider's id of the payment; the attempt's own where the provider has none yet. */
  ref: string;
  /** Where the shopper pays, when that is on the provider's pages. */
  approvalUrl?: string;
}

/** What has become of a payment, as the provider tells it. */
export type PaymentState =
  /** The shopper has not agreed to pay, or the provider does not know of it. */
  | { kind: "unpaid" }
  /** The shopper agreed; the money can be taken. */
  | { kind: "approved" }
  /** The provider took the money, all in all so much; `refundedCents` of it went back. */
  | { kind: "captured"; chargeRef: string; attemptId: string; cents: number; currency: string; refundedCents: number }
  /** The provider is not sure yet. */
  | { kind: "pending"; reason: string }
  /** The bank asks the shopper to prove that it is them (3-D Secure). */
  | { kind: "review" }
  /** It was refused; the message can be shown to the shopper. */
  | { kind: "declined"; message: string };

/** What pays, where the shop's page collects it: a card's token. */
export interface Instrument {
  token: string;
  /** The shopper's e-mail address, which card providers want. */
  email: string;
  /** What the bank's check has given (3-D Secure). */
  authentication3DS?: Record<string, unknown>;
}

/** What became of a refund. */
export type RefundState = { kind: "done"; ref: string } | { kind: "failed"; reason: string };

/** What a webhook is about. */
export interface News {
  /** The provider's id of the event: it may come twice. */
  id: string;
  /** The attempt, by whichever of the two the event names. */
  attempt: { id: string } | { ref: string };
}

/**
 * A way to pay before the order. Every call may be repeated: a provider that cannot tell a repeat looks first.
 * Every function throws {@link Unanswered} when the provider gave no answer that tells what happened.
 */
export interface Provider {
  readonly name: ProviderName;
  /** As a person reads it on an order. */
  readonly method: string;
  /** The amounts it can pay, in cents. */
  readonly cents: { least: number; most: number };
  /** Whether `capture` may run twice at the same time, since the provider takes the money once. */
  readonly capturesOnce: boolean;
  /** @throws ProviderRefused */
  create(attempt: Attempt): Promise<Created>;
  /** Only asks. */
  read(attempt: Attempt): Promise<PaymentState>;
  /** Takes the money, unless that has happened. */
  capture(attempt: Attempt, instrument?: Instrument): Promise<PaymentState>;
  /** Gives back money, once for each `id`. */
  refund(refund: { id: string; chargeRef: string; cents: number }): Promise<RefundState>;
  /**
   * What a webhook says; "nothing" when it is none of ours.
   * @returns null when it is not shown to come from the provider
   */
  readWebhook(body: Buffer, headers: IncomingHttpHeaders): Promise<News | "nothing" | null>;
}

/** The providers by their names; null: not set up. */
export type Providers = { readonly [Name in ProviderName]: Provider | null };

/** The provider did not answer, or not so that anybody can tell what happened. */
export class Unanswered extends Error {}

/** The provider refused to make a payment; `message` is for the log, never for a shopper. */
export class ProviderRefused extends Error {}
