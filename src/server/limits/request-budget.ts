import { LRUCache } from "lru-cache";
import { WIDE_FACTOR, type networksOf } from "./networks.ts";

/** How many keys are remembered. A forgotten one gets its full budget again. */
const REMEMBERED = 20_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A token bucket per key, such as a network or an account: `burst` at once, `perSecond` in the long run. A whole IPv6 /48 gets
 * {@link WIDE_FACTOR} times that. In memory, so per process, and without a round trip; `RateLimit` counts for all of them.
 */
export class RequestBudget {
  readonly #buckets = new LRUCache<string, Bucket>({ max: REMEMBERED });
  readonly #burst: number;
  readonly #perSecond: number;

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst;
    this.#perSecond = perSecond;
  }

  /** Takes a token. @returns whether there was one */
  take({ narrow, wide }: ReturnType<typeof networksOf>, now = performance.now()): boolean {
    return this.#take(narrow, 1, now) && (wide === undefined || this.#take(wide, WIDE_FACTOR, now));
  }

  #take(key: string, factor: number, now: number): boolean {
    const burst = this.#burst * factor;
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: burst, at: now };
    const filled = Math.min(burst, tokens + ((now - at) / 1000) * this.#perSecond * factor);
    const isThere = filled >= 1;
    this.#buckets.set(key, { tokens: isThere ? filled - 1 : filled, at: now });
    return isThere;
  }
}
