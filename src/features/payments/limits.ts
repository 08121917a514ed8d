import { NetworkLimit } from "#server/limits/network-limit.ts";
import { countTogether, once } from "#server/limits/count-together.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";

const HOUR = 60 * 60;

/** Limits declined cards and forged webhooks, so that nobody can test stolen cards or flood a provider. */
class PaymentLimits {
  readonly #declinesPerAccount: RateLimit;
  readonly #declinesPerNetwork: NetworkLimit;
  readonly #forgedWebhooksPerNetwork: NetworkLimit;
  readonly #webhooksPerNetworkAndCharge: NetworkLimit;

  constructor(shop: Shop) {
    this.#declinesPerAccount = new RateLimit(shop, { name: "declined-account", tries: 10, seconds: HOUR });
    this.#declinesPerNetwork = new NetworkLimit(shop, { name: "declined-address", tries: 50, seconds: HOUR });
    this.#forgedWebhooksPerNetwork = new NetworkLimit(shop, { name: "webhook-address", tries: 300, seconds: HOUR / 6 });
    this.#webhooksPerNetworkAndCharge = new NetworkLimit(shop, { name: "webhook-charge", tries: 30, seconds: HOUR });
  }

  /**
   * Call before charging a card.
   * @returns a function to call when the card was declined
   * @throws Refusal 429
   */
  async checkCard(ip: string, userId: string): Promise<() => Promise<void>> {
    await Promise.all([this.#declinesPerAccount.check(userId), this.#declinesPerNetwork.check(ip)]);
    return () => countTogether([once(this.#declinesPerAccount, userId), ...this.#declinesPerNetwork.limitsOf(ip, 1)]);
  }

  /**
   * Counts a webhook before it is verified with its provider, so that many at once don't slip through.
   * @returns a function to call when it was genuine
   * @throws Refusal 429
   */
  async countWebhook(ip: string): Promise<() => Promise<void>> {
    await this.#forgedWebhooksPerNetwork.count(ip);
    return () => this.#forgedWebhooksPerNetwork.giveBack(ip);
  }

  /** Counts a webhook that anyone could have sent who knows the charge it is about. @throws Refusal 429 */
  countUnsigned(ip: string, chargeId: string): Promise<void> {
    return this.#webhooksPerNetworkAndCharge.count(ip, chargeId);
  }
}

export const paymentLimits = oncePerShop((shop) => new PaymentLimits(shop));
