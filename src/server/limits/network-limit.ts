import type { Shop } from "../shop.ts";
import { networksOf, WIDE_FACTOR } from "./networks.ts";
import { countTogether, giveBackTogether, type Counted } from "./count-together.ts";
import { RateLimit, type Limit } from "./rate-limit.ts";

/**
 * Limits tries per network. An IPv6 customer often has a whole /48, so that is limited as well: to {@link WIDE_FACTOR} times the
 * tries of a /64, or `wideTries`.
 */
export class NetworkLimit {
  readonly #narrow: RateLimit;
  readonly #wide: RateLimit;

  constructor(shop: Pick<Shop, "config" | "database" | "log">, limit: Limit & { wideTries?: number }) {
    this.#narrow = new RateLimit(shop, limit);
    this.#wide = new RateLimit(shop, { ...limit, name: `${limit.name}-48`, tries: limit.wideTries ?? limit.tries * WIDE_FACTOR });
  }

  /** Checks without counting. @throws as {@link RateLimit.check} */
  async check(ip: string): Promise<void> {
    await Promise.all(this.limitsOf(ip, 1).map(({ limit, key }) => limit.check(key)));
  }

  /** The limits that apply to an address, optionally per `about`, for {@link countedUnlessFailed} and {@link countTogether}. */
  limitsOf(ip: string, tries: number, about = ""): Counted[] {
    const { narrow, wide } = networksOf(ip);
    const limits = [{ limit: this.#narrow, key: `${narrow} ${about}`.trim(), tries }];
    return wide === undefined ? limits : [...limits, { limit: this.#wide, key: `${wide} ${about}`.trim(), tries }];
  }

  /** Counts one try from an address, optionally per `about`. @throws as {@link RateLimit.count} */
  async count(ip: string, about = ""): Promise<void> {
    await countTogether(this.limitsOf(ip, 1, about));
  }

  /** Gives back one try. */
  async giveBack(ip: string, about = ""): Promise<void> {
    await giveBackTogether(this.limitsOf(ip, 1, about));
  }

  /** Resets the tries from an address. */
  async forget(ip: string, about = ""): Promise<void> {
    await Promise.all(this.limitsOf(ip, 1, about).map(({ limit, key }) => limit.forget(key)));
  }
}
