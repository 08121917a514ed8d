import type { Email } from "postal-mime";
import { forgotPassword, verifyForgotPasswordOtp } from "#features/reset/contract.ts";
import type { TestAnswer, TestShop } from "./test-shop.ts";

/** The six digits that stand alone in a letter's plain text: the code. @throws where there are none, or several */
export function codeIn(letter: Email | undefined): string {
  const [found, ...more] = letter?.text?.match(/(?<!\d)\d{6}(?!\d)/g) ?? [];
  if (!found || more.length > 0) throw new Error(`No code, or several: ${letter?.text}`);
  return found;
}

/** Asks for a code and reads it from the letter. */
export async function askForCode(shop: TestShop, email: string): Promise<string> {
  await shop.call(forgotPassword, { email });
  return codeIn((await shop.emailsTo(email))[0]);
}

/** Shows the right code. @returns the header that carries the ticket on */
export async function getTicket(shop: TestShop, email: string): Promise<{ cookie: string }> {
  const answer = await shop.call(verifyForgotPasswordOtp, { email, otp: await askForCode(shop, email) });
  return { cookie: ticketIn(answer) };
}

/** The cookie of an answer, as a browser sends it back. */
export function ticketIn({ headers }: TestAnswer): string {
  return String(headers["set-cookie"]).split(";")[0]!;
}

/** A code that is not the right one; another for each `n`. */
export function wrongCode(code: string, n = 0): string {
  return String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0");
}
