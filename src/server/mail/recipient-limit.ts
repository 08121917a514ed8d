import { createHash } from "node:crypto";
import { t } from "#words/t.ts";
import { awaitedLater } from "../awaited-later.ts";
import { areWithin, giveBackTogether, once, type Counted } from "../limits/count-together.ts";
import { NetworkLimit } from "../limits/network-limit.ts";
import { RateLimit } from "../limits/rate-limit.ts";
import { oncePerShop } from "../once-per-shop.ts";
import type { Shop } from "../shop.ts";
import type { EmailContent } from "./email.ts";

const DAY = 24 * 60 * 60;
/** Most emails per day to one address, requested by people who haven't confirmed it. */
export const UNCONFIRMED_EMAILS_PER_DAY = 10;

/** The key of an email address in the limits table: a digest, so that the table doesn't store addresses. */
export function recipientKey(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex");
}

/** Providers that ignore dots in the names of their mailboxes. */
const WITHOUT_DOTS = new Set(["gmail.com", "googlemail.com"]);

/** The mailbox behind an address: `ana+figs@shop.example` is `ana@shop.example`. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [name = "", domain = ""] = [email.slice(0, at), email.slice(at + 1)].map((part) => part.toLowerCase());
  const plain = name.split("+", 1)[0] || name;
  return `${WITHOUT_DOTS.has(domain) ? plain.replaceAll(".", "") : plain}@${domain}`;
}

const mailboxKey = (email: string) => recipientKey(mailboxOf(email));

const tooMany = () => t("Too many emails to this address today");

/**
 * Keeps strangers from flooding somebody's inbox: one limit per mailbox across all emails that can be requested without confirming
 * the address. Unknown addresses count too, so it doesn't reveal who has an account.
 */
class RecipientLimit {
  readonly #perNetwork: NetworkLimit;
  readonly #limit: RateLimit;
  readonly #mailer: Shop["mailer"];

  constructor(shop: Shop) {
    this.#limit = new RateLimit(shop, { name: "unconfirmed-email", tries: UNCONFIRMED_EMAILS_PER_DAY, seconds: DAY, what: tooMany });
    // Fewer, so that one network can't use them up.
    this.#perNetwork = new NetworkLimit(shop, { name: "email-network", tries: 6, wideTries: 6, seconds: DAY, what: tooMany });
    this.#mailer = shop.mailer;
  }

  /**
   * Sends an email from a job, unless its address is unconfirmed and gets no more today. An email that fails is sent again and doesn't
   * count until then, so that an outage of the mail server doesn't use up the limit.
   */
  async send(to: { email: string; isConfirmed: boolean }, email: { id: string; content: EmailContent }): Promise<void> {
    if (!(await this.allows(to))) return;
    try {
      await this.#mailer.send({ ...email, to: to.email });
    } catch (error) {
      if (!to.isConfirmed) await this.giveBack(to.email);
      throw error;
    }
  }

  /** The limits of an address, to count beside others. @param ip whose request it is; none for jobs and the staff */
  limitsOf(email: string, ip?: string): Counted[] {
    const mailbox = mailboxKey(email);
    return [...(ip === undefined ? [] : this.#perNetwork.limitsOf(ip, 1, mailbox)), once(this.#limit, mailbox)];
  }

  /** Gives back one that wasn't sent. */
  giveBack(email: string, ip?: string): Promise<void> {
    return giveBackTogether(this.limitsOf(email, ip));
  }

  /**
   * For emails sent along with something else: counts one unless the address is confirmed. Ask before the transaction, whose work may run
   * again; if it then refuses, the email counts all the same, so that nobody can try without end.
   * @returns whether to send it
   */
  async allows({ email, isConfirmed }: { email: string; isConfirmed: boolean }, ip?: string): Promise<boolean> {
    return isConfirmed || areWithin(this.limitsOf(email, ip));
  }

  /** Like {@link allows}, counted beside something else that may not be allowed: then it is given back, which nobody waits for. */
  allowsBeside(allowed: Promise<void>, to: { email: string; isConfirmed: boolean }, ip?: string): Promise<boolean> {
    const asked = awaitedLater(this.allows(to, ip));
    const giveBack = async () => (await asked) && !to.isConfirmed && this.giveBack(to.email, ip);
    void awaitedLater(allowed.catch(giveBack));
    return asked;
  }
}

export const recipientLimit = oncePerShop((shop) => new RecipientLimit(shop));
