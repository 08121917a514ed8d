import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CachedResponse, Fresh, ResponseCache } from "../cache/response-cache.ts";
import type { Config } from "../settings/config.ts";
import { refuse, type Refusal } from "./errors.ts";
import { eventLoopDelay } from "./event-loop-delay.ts";
import { FairQueue, type QueueLimits } from "./fair-queue.ts";
import { networkOf } from "./rate-limit.ts";
import { UncachedBudget } from "./uncached-budget.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route is answered from the cache or in its turn, see {@link LoadShedding.inTurn}. */
    takesTurn?: boolean;
  }
}

/**
 * How long timers are late, in ms, when a kind of request is refused. Cached responses, health checks and the way from the
 * cart to the paid order are never refused.
 */
const SHED_FROM_MS = { uncached: 250, anonymous: 1000, signedIn: 3000 } as const;
type Sheddable = keyof typeof SHED_FROM_MS;

const NEVER_SHED = /^\/api\/(?:cart|order|address|webhooks|user\/(?:refresh-token|user-details))(?:\/|$)/;

/** Few, so that shoppers find a free database connection: a page may use several. */
const QUEUE: QueueLimits = { slots: 3, waiting: 100, waitingPerKey: 16, waitMs: 3000 };
/** Beyond this, a network gets what is left over. */
const BUDGET = { burst: 200, perSecond: 20 };

const busy = (): Refusal => refuse.busy("The shop is very busy right now. Please try again in a moment.");

/** Keeps expensive anonymous requests from slowing down those who buy. RATE_LIMIT=off switches all of it off. */
export class LoadShedding {
  readonly #isOn: boolean;
  readonly #delayMs: () => number;
  readonly #queue: FairQueue;
  readonly #budget: UncachedBudget;

  constructor({ rateLimit }: Pick<Config, "rateLimit">, { delayMs = eventLoopDelay, queue = QUEUE, budget = BUDGET } = {}) {
    this.#isOn = rateLimit;
    this.#delayMs = delayMs;
    this.#queue = new FairQueue(queue);
    this.#budget = new UncachedBudget(budget);
  }

  /**
   * Does uncached work for an anonymous request in its turn.
   * @throws Refusal 429 when its network is over its budget while others wait, 503 when there is no room
   */
  async inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    if (!this.#isOn) return work();
    this.#refuseWhenLate("uncached");
    const network = networkOf(request.ip);
    const isWithinBudget = this.#budget.take(network);
    if (!isWithinBudget && !this.#queue.isFree) throw refuse.tooMany(2, "Too many requests");
    return this.#queue.run(network, work, busy);
  }

  /** The cached response, or a fresh one in its turn; concurrent requests for it take one turn. @throws as {@link inTurn} */
  respond(cache: ResponseCache, key: string, request: FastifyRequest, work: () => Promise<Fresh>): Promise<CachedResponse> {
    return cache.respond(key, () => this.inTurn(request, work));
  }

  /** Refuses requests when the process falls behind: anonymous ones first, then those of signed-in people outside of the checkout. */
  register(app: FastifyInstance): void {
    if (!this.#isOn) return;
    this.#delayMs();
    app.addHook("onRequest", (request, _reply, done) => {
      try {
        const { url, headers, routeOptions } = request;
        const isCall = url.startsWith("/api/") && !NEVER_SHED.test(url) && !routeOptions.config.takesTurn;
        if (isCall) this.#refuseWhenLate(headers.authorization ? "signedIn" : "anonymous");
        done();
      } catch (refusal) {
        done(refusal as Refusal);
      }
    });
  }

  #refuseWhenLate(kind: Sheddable): void {
    if (this.#delayMs() >= SHED_FROM_MS[kind]) throw busy();
  }
}
