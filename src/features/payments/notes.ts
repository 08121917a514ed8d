import { fill, type Values } from "#words/form.ts";
import { sayRecorded } from "#words/recorded.ts";
import type { Text } from "#words/t.ts";

/** What may be recorded about a payment or a refund. */
const NOTES = [
  "No answer when last asked: {problem}",
  "The provider gave the money back by itself",
  "The account was deleted before the payment came",
  "The goods were sold out when the payment came",
  "The order had been changed, packed, sent or canceled when the payment came",
  "The order was canceled",
  "A second charge for the same payment",
  "Too small for the provider",
  "{cents} cents of {currency} were taken for {attemptId}",
  "PayPal's refund is {status}",
  "PayPal's capture is PENDING: {reason}",
  "no reason given",
  "PayPal does not know the refund",
  "PayPal returned an unreadable order",
  "PayPal returned an unreadable refund",
  "PayPal refuses the shop's credentials",
  "PayPal gave no token: {status}",
  "Culqi does not know the charge",
  "{provider} says the payment is {state}",
  "{provider} answered {answer}",
  "{request} got no answer: {problem}",
] as const satisfies readonly Text[];

declare const recorded: unique symbol;
/** A text that is recorded in English, and shown in the language of whoever reads it. */
export type Note = string & { readonly [recorded]: true };

/** Writes a note. */
export function note(text: (typeof NOTES)[number], values?: Values): Note {
  return fill(text, values) as Note; // one of the texts above
}

/** Writes that a provider answered something unexpected. */
export function unexpectedAnswer(provider: string, status: number, words = ""): Note {
  return note("{provider} answered {answer}", { provider, answer: `${status} ${words}`.trim() });
}

/** A note in the current language. What the provider said is not translated. */
export function noteInWords(recorded: string): string {
  // A refund that failed has the reason of the refund, then that of the failure.
  return recorded
    .split("; ")
    .map((part) => sayRecorded(part, NOTES))
    .join("; ");
}
