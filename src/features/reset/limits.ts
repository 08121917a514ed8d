import { NetworkLimit, RateLimit } from "#server/http/rate-limit.ts";
import { RecipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import type { KnownPlace } from "../account/session/known-places.ts";
import { accountKey } from "../account/limits.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Asked {
  ip: string;
  email: string;
  /** Where the account knows the request to come from. */
  place: KnownPlace | undefined;
}

/**
 * How often codes may be asked for and tried, besides the five tries of each code. Strangers share the emails that one
 * address gets a day; a known place has its own, so its codes are sent whatever strangers do. Guessing the codes of one
 * account for a year would succeed once in more than fifty years.
 */
export class ResetLimits {
  readonly #asksPerNetwork: NetworkLimit;
  readonly #asksPerNetworkAndAccount: NetworkLimit;
  readonly #asksPerNetworkAccountAndDay: NetworkLimit;
  readonly #recipients: RecipientLimit;
  readonly #asksPerPlace: RateLimit;
  readonly #triesPerNetwork: NetworkLimit;
  readonly #triesPerNetworkAndAccount: NetworkLimit;
  readonly #triesPerPlace: RateLimit;

  constructor(shop: Shop) {
    this.#asksPerNetwork = new NetworkLimit(shop, { name: "reset-address", tries: 60, seconds: HOUR });
    this.#asksPerNetworkAndAccount = new NetworkLimit(shop, { name: "reset-both", tries: 5, wideTries: 5, seconds: 15 * MINUTE });
    // Below what the recipient gets a day: one network cannot use that up.
    this.#asksPerNetworkAccountAndDay = new NetworkLimit(shop, { name: "reset-both-day", tries: 6, wideTries: 6, seconds: DAY });
    this.#recipients = new RecipientLimit(shop);
    this.#asksPerPlace = new RateLimit(shop, { name: "reset-place", tries: 10, seconds: DAY });
    this.#triesPerNetwork = new NetworkLimit(shop, { name: "code-address", tries: 100, seconds: HOUR });
    this.#triesPerNetworkAndAccount = new NetworkLimit(shop, { name: "code-both", tries: 15, seconds: 15 * MINUTE });
    this.#triesPerPlace = new RateLimit(shop, { name: "code-place", tries: 15, seconds: 15 * MINUTE });
  }

  /** @throws Refusal 429 */
  async countRequest({ ip, email, place }: Asked): Promise<void> {
    const account = accountKey(email);
    // The address of an account that nobody has confirmed may be a stranger's.
    if (place?.isConfirmed) return this.#asksPerPlace.count(`${place.key} ${account}`);
    await this.#asksPerNetwork.count(ip);
    await this.#asksPerNetworkAndAccount.count(ip, account);
    await this.#asksPerNetworkAccountAndDay.count(ip, account);
    await this.#recipients.count(email);
  }

  /** @throws Refusal 429 */
  async countTry({ ip, email, place }: Asked): Promise<void> {
    const account = accountKey(email);
    if (place) return this.#triesPerPlace.count(`${place.key} ${account}`);
    await this.#triesPerNetwork.count(ip);
    await this.#triesPerNetworkAndAccount.count(ip, account);
  }
}
