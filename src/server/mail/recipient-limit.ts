import { createHash } from "node:crypto";
import { RateLimit } from "../http/rate-limit.ts";
import type { Shop } from "../shop.ts";

const DAY = 24 * 60 * 60;
/** Emails a day that one address gets at most at the request of people who have not shown that it is theirs. */
export const UNCONFIRMED_EMAILS_PER_DAY = 10;

/** What an email address is counted by. A digest: the table of limits need not hold people's addresses. */
export function recipientKey(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex");
}

/**
 * Keeps strangers from filling somebody's inbox: one limit per recipient over all kinds of email that can be caused
 * without having shown that the address is one's own. It counts unknown addresses alike, so it tells nobody who has an account.
 */
export class RecipientLimit {
  readonly #limit: RateLimit;

  constructor(shop: Pick<Shop, "config" | "database" | "log">) {
    const what = "Too many emails to this address today";
    this.#limit = new RateLimit(shop, { name: "unconfirmed-email", tries: UNCONFIRMED_EMAILS_PER_DAY, seconds: DAY, what });
  }

  /** @throws Refusal 429 when the recipient gets no more emails today */
  count(email: string): Promise<void> {
    return this.#limit.count(recipientKey(email));
  }

  /** Takes one back that was not sent. */
  giveBack(email: string): Promise<void> {
    return this.#limit.giveBack(recipientKey(email));
  }

  /** For emails that go along with something else: counts one, unless the address is confirmed. @returns whether to send it */
  async allows({ email, isConfirmed }: { email: string; isConfirmed: boolean }): Promise<boolean> {
    return isConfirmed || this.#limit.isWithin(recipientKey(email));
  }
}
