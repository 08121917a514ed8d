import { networkOf, RateLimit } from "#server/http/rate-limit.ts";
import type { Shop } from "#server/shop.ts";

const HOUR = 60 * 60;

/** How often cards may be declined and webhooks be false, so that nobody tries stolen cards here, or wears out a provider's patience. */
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
   * To be asked before a card is charged.
   * @returns what is to be called when it was declined
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
   * To be asked before a webhook is shown to its provider.
   * @returns what is to be called when it was false
   * @throws Refusal 429
   */
  async checkWebhook(ip: string): Promise<() => Promise<void>> {
    const network = networkOf(ip);
    await this.#falseWebhooksPerAddress.check(network);
    return () => this.#falseWebhooksPerAddress.count(network);
  }
}
