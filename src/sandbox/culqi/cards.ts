/** A test card and what happens when it is charged: success, a 3DS challenge, or a decline. */
export interface TestCard {
  number: string;
  outcome: "ok" | "challenge" | (string & {});
}

/** The test cards. Any future expiry date works, and so does any other valid number. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: "4111111111111111", outcome: "ok" },
  { number: "5111111111111118", outcome: "ok" },
  { number: "4456530000001096", outcome: "challenge" },
  { number: "4000020000000000", outcome: "stolen_card" },
  { number: "4000030000000009", outcome: "lost_card" },
  { number: "4000040000000008", outcome: "insufficient_funds" },
  { number: "5400000000000005", outcome: "contact_issuer" },
  { number: "5400020000000003", outcome: "incorrect_cvv" },
  { number: "36000100000007", outcome: "processing_error" },
  { number: "36000200000006", outcome: "fraudulent" },
];
/** Some lists print the last two like this, one zero short. */
const MISPRINTS = new Map([
  ["3600010000007", "36000100000007"],
  ["3600020000006", "36000200000006"],
]);

/** Email address whose charges need a 3DS challenge. */
export const REVIEW_EMAIL = "review@culqi.com";

/** The number without spaces; undefined if it is invalid. */
export function readNumber(typed: string): string | undefined {
  const digits = typed.replaceAll(" ", "");
  const number = MISPRINTS.get(digits) ?? digits;
  return /^\d{13,19}$/.test(number) && passesLuhn(number) ? number : undefined;
}

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, letter, i) => {
      const digit = Number(letter) * (i % 2 === 1 ? 2 : 1);
      return total + (digit > 9 ? digit - 9 : digit);
    }, 0);
  return sum % 10 === 0;
}

/** What happens when the card is charged. */
export const outcomeOf = (number: string) => TEST_CARDS.find((card) => card.number === number)?.outcome ?? "ok";

/** The card's brand by its first digits. */
export function brandOf(number: string): "Visa" | "MasterCard" | "Diners" | "Amex" | "Unknown" {
  if (number.startsWith("4")) return "Visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "MasterCard";
  if (/^3[47]/.test(number)) return "Amex";
  if (/^3[0689]/.test(number)) return "Diners";
  return number.startsWith("5") ? "MasterCard" : "Unknown";
}
