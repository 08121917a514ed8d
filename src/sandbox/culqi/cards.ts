/** What happens to a charge of a card: it goes through, the bank asks back first (3DS), or it is declined. */
export interface TestCard {
  number: string;
  outcome: "ok" | "challenge" | (string & {});
}

/** The test cards; any month to come, any other valid number goes through too. */
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
/** As some lists print the last two, a zero short. */
const MISPRINTS = new Map([
  ["3600010000007", "36000100000007"],
  ["3600020000006", "36000200000006"],
]);

/** E-mail whose charges the bank asks back for. */
export const REVIEW_EMAIL = "review@culqi.com";

/** The number without spaces, or undefined when it is none. */
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

/** What happens to a charge of the card. */
export const outcomeOf = (number: string) => TEST_CARDS.find((card) => card.number === number)?.outcome ?? "ok";

/** The brand by the first digits. */
export function brandOf(number: string): "Visa" | "MasterCard" | "Diners" | "Amex" | "Unknown" {
  if (number.startsWith("4")) return "Visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "MasterCard";
  if (/^3[47]/.test(number)) return "Amex";
  if (/^3[0689]/.test(number)) return "Diners";
  return number.startsWith("5") ? "MasterCard" : "Unknown";
}
