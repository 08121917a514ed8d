import { countTogether } from "#server/limits/count-together.ts";
import { NetworkLimit } from "#server/limits/network-limit.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";
import type { KnownPlace } from "../account/session/known-places.ts";
import { accountKey } from "../account/limits.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Asked {
  ip: string;
  email: string;
  /** The browser or network the request comes from, if the account knows it. */
  place: KnownPlace | undefined;
}

/**
 * How often codes may be requested and tried, besides the five tries of each code. Strangers share the emails that one address gets a day;
 * a known place has its own, so its codes are sent whatever strangers do. Someone who never stops guessing an account's codes would succeed
 * once in more than fifty years.
 */
class ResetLimits {
  readonly #asksPerNetwork: NetworkLimit;
  readonly #asksPerNetworkAndAccount: NetworkLimit;
  readonly #recipients: ReturnType<typeof recipientLimit>;
  readonly #asksPerPlace: RateLimit;
  readonly #triesPerNetwork: NetworkLimit;
  readonly #triesPerNetworkAndAccount: NetworkLimit;
  readonly #triesPerPlace: RateLimit;

  constructor(shop: Shop) {
    this.#asksPerNetwork = new NetworkLimit(shop, { name: "reset-address", tries: 60, seconds: HOUR });
    this.#asksPerNetworkAndAccount = new NetworkLimit(shop, { name: "reset-both", tries: 5, wideTries: 5, seconds: 15 * MINUTE });
    this.#recipients = recipientLimit(shop);
    this.#asksPerPlace = new RateLimit(shop, { name: "reset-place", tries: 10, seconds: DAY });
    this.#triesPerNetwork = new NetworkLimit(shop, { name: "code-address", tries: 100, seconds: HOUR });
    this.#triesPerNetworkAndAccount = new NetworkLimit(shop, { name: "code-both", tries: 15, seconds: 15 * MINUTE });
    this.#triesPerPlace = new RateLimit(shop, { name: "code-place", tries: 15, seconds: 15 * MINUTE });
  }

  /** @throws Refusal 429 */
  async countRequest({ ip, email, place }: Asked): Promise<void> {
    const account = accountKey(email);
    // An unconfirmed address may belong to a stranger.
    if (place?.isConfirmed) return this.#asksPerPlace.count(`${place.key} ${account}`);
    await countTogether([
      ...this.#asksPerNetwork.limitsOf(ip, 1),
      ...this.#asksPerNetworkAndAccount.limitsOf(ip, 1, account),
      ...this.#recipients.limitsOf(email, ip),
    ]);
  }

  /** @throws Refusal 429 */
  async countTry({ ip, email, place }: Asked): Promise<void> {
    const account = accountKey(email);
    if (place) return this.#triesPerPlace.count(`${place.key} ${account}`);
    await countTogether([...this.#triesPerNetwork.limitsOf(ip, 1), ...this.#triesPerNetworkAndAccount.limitsOf(ip, 1, account)]);
  }
}

export const resetLimits = oncePerShop((shop) => new ResetLimits(shop));
