import { LRUCache } from "lru-cache";

/** How many networks are remembered. A forgotten one gets its full budget again. */
const NETWORKS = 20_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per network: `burst` at once, `perSecond` in the long run. In memory, so per process. */
export class UncachedBudget {
  readonly #buckets = new LRUCache<string, Bucket>({ max: NETWORKS });
  readonly #burst: number;
  readonly #perSecond: number;

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst;
    this.#perSecond = perSecond;
  }

  /** Takes a token. @returns whether there was one */
  take(network: string, now = performance.now()): boolean {
    const { tokens, at } = this.#buckets.get(network) ?? { tokens: this.#burst, at: now };
    const filled = Math.min(this.#burst, tokens + ((now - at) / 1000) * this.#perSecond);
    const isThere = filled >= 1;
    this.#buckets.set(network, { tokens: isThere ? filled - 1 : filled, at: now });
    return isThere;
  }
}
