import { networkOf, RateLimit } from "#server/http/rate-limit.ts";
import type { Shop } from "#server/shop.ts";
import { accountKey } from "../account/limits.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How often somebody may ask for a code and try one, beside the five tries of each code. Asking for one account, from
 * wherever, stays so rare that guessing its codes for a year would be right once in eighteen years.
 */
export class ResetLimits {
  readonly #asksPerAddress: RateLimit;
  readonly #asksPerAddressAndAccount: RateLimit;
  readonly #asksPerAccount: RateLimit;
  readonly #triesPerAddress: RateLimit;
  readonly #triesPerAddressAndAccount: RateLimit;

  constructor(shop: Shop) {
    this.#asksPerAddress = new RateLimit(shop, { name: "reset-address", tries: 60, seconds: HOUR });
    this.#asksPerAddressAndAccount = new RateLimit(shop, { name: "reset-both", tries: 5, seconds: 15 * MINUTE });
    this.#asksPerAccount = new RateLimit(shop, { name: "reset-account", tries: 30, seconds: 24 * HOUR });
    this.#triesPerAddress = new RateLimit(shop, { name: "code-address", tries: 100, seconds: HOUR });
    this.#triesPerAddressAndAccount = new RateLimit(shop, { name: "code-both", tries: 15, seconds: 15 * MINUTE });
  }

  /** @throws Refusal 429 */
  async countAsking(ip: string, email: string): Promise<void> {
    const network = networkOf(ip);
    await this.#asksPerAddress.count(network);
    await this.#asksPerAddressAndAccount.count(`${network} ${accountKey(email)}`);
    await this.#asksPerAccount.count(accountKey(email));
  }

  /** @throws Refusal 429 */
  async countTry(ip: string, email: string): Promise<void> {
    const network = networkOf(ip);
    await this.#triesPerAddress.count(network);
    await this.#triesPerAddressAndAccount.count(`${network} ${accountKey(email)}`);
  }
}
