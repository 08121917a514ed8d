import type { Email } from "postal-mime";
import { forgotPassword, verifyForgotPasswordOtp } from "#features/reset/contract.ts";
import type { TestAnswer, TestShop } from "./test-shop.ts";

/** Extracts the six-digit code from an email's plain text. @throws where there are none, or several */
export function codeIn(email: Email | undefined): string {
  const [found, ...more] = email?.text?.match(/(?<!\d)\d{6}(?!\d)/g) ?? [];
  if (!found || more.length > 0) throw new Error(`No code, or several: ${email?.text}`);
  return found;
}

/** Requests a code and reads it from the email. */
export async function askForCode(shop: TestShop, email: string): Promise<string> {
  await shop.call(forgotPassword, { email });
  return codeIn((await shop.emailsTo(email))[0]);
}

/** Verifies the correct code. @returns the header that carries the ticket on */
export async function getTicket(shop: TestShop, email: string): Promise<{ cookie: string }> {
  const answer = await shop.call(verifyForgotPasswordOtp, { email, otp: await askForCode(shop, email) });
  return { cookie: ticketIn(answer) };
}

/** The cookie from a response, as a browser sends it back. */
export function ticketIn({ headers }: TestAnswer): string {
  return String(headers["set-cookie"]).split(";")[0]!;
}

/** A wrong code, different for each `n`. */
export function wrongCode(code: string, n = 0): string {
  return String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0");
}
