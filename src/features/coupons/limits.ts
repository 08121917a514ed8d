import type { FastifyRequest } from "fastify";
import { NetworkLimit } from "#server/limits/network-limit.ts";
import { countedUnlessFailed, giveBackTogether, once } from "#server/limits/count-together.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { isUnknownCode } from "./judge-found.ts";

const HOUR = 60 * 60;
const tooMany = () => t("Too many wrong codes");

/** Limits wrong codes, so that nobody finds a coupon by trying. */
class CouponLimits {
  readonly #wrongPerAccount: RateLimit;
  readonly #wrongPerNetwork: NetworkLimit;

  constructor(shop: Shop) {
    this.#wrongPerAccount = new RateLimit(shop, { name: "coupon-account", tries: 10, seconds: HOUR, what: tooMany });
    this.#wrongPerNetwork = new NetworkLimit(shop, { name: "coupon-address", tries: 50, seconds: HOUR, what: tooMany });
  }

  /**
   * Runs work that looks up a code. Each is counted before its result is known, so that many at once don't slip through; only wrong codes
   * stay counted. The work starts while it is counted; see {@link countedUnlessFailed}.
   * @returns with a function to call, because the code was right
   * @throws Refusal 429, also for a right code
   */
  async counted<T>(
    http: { request: FastifyRequest } | null,
    userId: string,
    work: (allowed: Promise<void>) => Promise<T>,
  ): Promise<{ result: T; pardon: () => Promise<void> }> {
    const counts = [once(this.#wrongPerAccount, userId), ...this.#wrongPerNetwork.limitsOf(http?.request.ip ?? "", 1)];
    let wrong: unknown;
    const result = await countedUnlessFailed(counts, async (allowed) => {
      try {
        return await work(allowed);
      } catch (error) {
        if (!isUnknownCode(error)) throw error;
        wrong = error;
        return undefined;
      }
    });
    if (wrong) throw wrong;
    return { result: result!, pardon: () => giveBackTogether(counts) }; // not wrong
  }
}

export const couponLimits = oncePerShop((shop) => new CouponLimits(shop));
