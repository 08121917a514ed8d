import { networkOf, RateLimit } from "#server/http/rate-limit.ts";
import type { Shop } from "#server/shop.ts";

const HOUR = 60 * 60;

/** Limits declined cards and forged webhooks, so that nobody can test stolen cards or flood a provider. */
export class PaymentLimits {
  readonly #declinesPerAccount: RateLimit;
  readonly #declinesPerAddress: RateLimit;
  readonly #falseWebhooksPerAddress: RateLimit;

  constructor(shop: Shop) {
    this.#declinesPerAccount = new RateLimit(shop, { name: "declined-account", tries: 10, seconds: HOUR });
    this.#declinesPerAddress = new RateLimit(shop, { name: "declined-address", tries: 50, seconds: HOUR });
    this.#falseWebhooksPerAddress = new RateLimit(shop, { name: "webhook-address", tries: 300, seconds: HOUR / 6 });
  }

  /**
   * Call before charging a card.
   * @returns a function to call when the card was declined
   * @throws Refusal 429
   */
  async checkCard(ip: string, userId: string): Promise<() => Promise<void>> {
    const network = networkOf(ip);
    await this.#declinesPerAccount.check(userId);
    await this.#declinesPerAddress.check(network);
    return async () => {
      await this.#declinesPerAccount.count(userId);
      await this.#declinesPerAddress.count(network);
    };
  }

  /**
   * Call before verifying a webhook with its provider.
   * @returns a function to call when it was forged
   * @throws Refusal 429
   */
  async checkWebhook(ip: string): Promise<() => Promise<void>> {
    const network = networkOf(ip);
    await this.#falseWebhooksPerAddress.check(network);
    return () => this.#falseWebhooksPerAddress.count(network);
  }
}
