import * as z from "zod/mini";
import { translate, type Text } from "#words/t.ts";
import type { Attempt } from "../../store.ts";

const ANOTHER_CARD = "Your bank declined this card. Try another card, or another way to pay." satisfies Text;
const TOO_LITTLE = "There isn't enough money on this card. Try another card, or another way to pay." satisfies Text;
const ASK_BANK = "Your bank didn't approve the payment. Call your bank, or try another card." satisfies Text;
const WRONG_CODE = "The security code (CVV) doesn't match this card. Check the card and try again." satisfies Text;
const TRY_AGAIN = "This card could not be charged right now. Try again in a minute, or use another card." satisfies Text;

/**
 * What a shopper is told, by Culqi's `decline_code`. That a card was reported lost or stolen, or is suspected of fraud, is not revealed.
 */
const BY_CODE: Readonly<Record<string, Text>> = {
  insufficient_funds: TOO_LITTLE,
  expired_card: "This card has expired. Check the date, or try another card.",
  incorrect_cvv: WRONG_CODE,
  invalid_cvv: WRONG_CODE,
  too_many_attempts_cvv: "The security code (CVV) was entered wrong too many times. Try another card.",
  invalid_card: "This card number isn't valid. Check the card and try again.",
  contact_issuer: ASK_BANK,
  issuer_decline_operation: ASK_BANK,
  issuer_not_available: TRY_AGAIN,
  processing_error: TRY_AGAIN,
  invalid_3ds: "Your bank couldn't confirm that the card is yours. Try again, or use another card.",
  stolen_card: ANOTHER_CARD,
  lost_card: ANOTHER_CARD,
  fraudulent: ANOTHER_CARD,
};

const YAPE_TRY_AGAIN = "Yape could not take the payment right now. Try again in a minute, or choose another way to pay." satisfies Text;
const YAPE_DECLINED =
  "Yape declined the payment. Check your balance and your limit in the Yape app, or choose another way to pay." satisfies Text;
const YAPE_TOO_LITTLE = "There isn't enough money in this Yape account. Choose another way to pay." satisfies Text;

const YAPE_BY_CODE: Readonly<Record<string, Text>> = {
  insufficient_funds: YAPE_TOO_LITTLE,
  issuer_not_available: YAPE_TRY_AGAIN,
  processing_error: YAPE_TRY_AGAIN,
};

/** The same for a change of an order, which can only be paid the way the order was. */
const OF_CHANGE: Partial<Readonly<Record<Text, Text>>> = {
  [ANOTHER_CARD]: "Your bank declined this card. Try another card.",
  [TOO_LITTLE]: "There isn't enough money on this card. Try another card.",
  [YAPE_TRY_AGAIN]: "Yape could not take the payment right now. Try again in a minute.",
  [YAPE_DECLINED]: "Yape declined the payment. Check your balance and your limit in the Yape app, and try again.",
  [YAPE_TOO_LITTLE]: "There isn't enough money in this Yape account. Add money to it, or use another one.",
};

const refusal = z.object({ decline_code: z.optional(z.string()), code: z.optional(z.string()) });

/** Why a card or a Yape account was not charged, in the shop's words and the language of the request: Culqi's own are in Spanish. */
export function declineWords(body: unknown, { withYape, amends }: Pick<Attempt, "withYape" | "amends">): string {
  const { decline_code: declineCode = "", code = "" } = refusal.safeParse(body).data ?? {};
  const [words, otherwise] = withYape ? ([YAPE_BY_CODE, YAPE_DECLINED] as const) : ([BY_CODE, ANOTHER_CARD] as const);
  const why = words[declineCode] ?? words[code] ?? otherwise;
  return translate((amends !== null && OF_CHANGE[why]) || why);
}
