import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { t } from "#words/t.ts";
import type { CachedResponse, Fresh, ResponseCache } from "../cache/response-cache.ts";
import type { Config } from "../settings/config.ts";
import { RESPOND_WITHIN_MS } from "../http/deadline.ts";
import { refuse, type Refusal } from "../http/errors.ts";
import { bearer } from "../http/bearer.ts";
import { CallerQueues, type AccountCall, type CallerLimits } from "./caller-queues.ts";
import { eventLoopDelay } from "./event-loop-delay.ts";
import { FairQueue, type QueueLimits } from "./fair-queue.ts";
import { networksOf, queueKeyOf } from "./networks.ts";
import { RequestBudget } from "./request-budget.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route responds from the cache or through {@link LoadShedding.queueUncached}, which sheds load by itself. */
    isQueued?: boolean;
  }
}

/**
 * Event loop delay, in ms, from which a kind of request is refused. Cached responses, health checks and everything from the cart to
 * the paid order are never refused.
 */
const SHED_FROM_MS = { uncached: 250, anonymous: 1000, signedIn: 3000 } as const;
type Sheddable = keyof typeof SHED_FROM_MS;

const NEVER_SHED = /^\/api\/(?:cart|order|address|webhooks|user\/(?:refresh-token|user-details))(?:\/|$)/;

/** Few at once, to leave CPU and database connections to shoppers: one page may need several. */
const QUEUE: QueueLimits = { slots: 2, waiting: 200, waitingPerKey: 40, waitMs: 4000 };
/** Even without limits, everyone gets a response sooner if later requests wait. Nobody is refused before the request's own deadline. */
const QUEUE_WITHOUT_LIMITS: QueueLimits = { slots: 3, waiting: Infinity, waitingPerKey: Infinity, waitMs: RESPOND_WITHIN_MS };
/**
 * Networks over this budget are refused while others wait. 20 a second are a quarter of a processor on average, and more than fast
 * typing causes (`decisions/033-budget-for-uncached-requests.md`).
 */
export const BUDGET = { burst: 200, perSecond: 20 };
/** How long refusals are delayed, in ms: a client that retries at once would otherwise take more time than serving it. */
const REFUSAL_MS = 1000;
/** Event loop delay, in ms, from which even the cheapest refusals are delayed: a flood of them alone would slow down everyone. */
const PAUSE_FROM_MS = 50;
/** Errors that clients can cause again and again at no cost. An expired login or sold-out goods are not among them. */
const IS_CHEAP = new Set([400, 404, 405, 413, 415]);
/** Most delayed refusals. Any others are sent at once. */
const MOST_REFUSALS = 2000;

const busy = (): Refusal => refuse.busy(t("The shop is very busy right now. Please try again in a moment."));

interface Options extends CallerLimits {
  delayMs?: () => number;
  queue?: QueueLimits;
  budget?: typeof BUDGET;
  refusalMs?: number;
}

/** Keeps expensive anonymous requests from slowing down buyers. With RATE_LIMIT=off they only queue, and nothing is refused. */
export class LoadShedding {
  readonly #isOn: boolean;
  readonly #delayMs: () => number;
  readonly #queue: FairQueue;
  readonly #budget: RequestBudget;
  readonly #callers: CallerQueues;
  readonly #refusalMs: number;
  #refusals = 0;

  constructor(
    { rateLimit }: Pick<Config, "rateLimit">,
    { delayMs = eventLoopDelay, queue = QUEUE, budget = BUDGET, refusalMs = REFUSAL_MS, ...ofCallers }: Options = {},
  ) {
    this.#isOn = rateLimit;
    this.#refusalMs = refusalMs;
    this.#delayMs = delayMs;
    this.#queue = new FairQueue(rateLimit ? queue : QUEUE_WITHOUT_LIMITS);
    this.#budget = new RequestBudget(budget);
    this.#callers = new CallerQueues(ofCallers);
  }

  /**
   * Queues uncached work for an anonymous request.
   * @throws Refusal 429 when its network is over its budget while others wait, 503 when the queue is full
   */
  async queueUncached<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const refusal = this.#isOn && this.#refusalOf(request);
    if (refusal) throw await this.#afterAWhile(refusal);
    return this.#queue.run(queueKeyOf(request.ip), work, busy);
  }

  /**
   * The cached response, or a fresh one from the queue; concurrent requests for it take one place there. @throws as {@link queueUncached}
   */
  async respond(cache: ResponseCache, key: string, request: FastifyRequest, work: () => Promise<Fresh>): Promise<CachedResponse> {
    // Checked before sharing the work, so that a refusal affects only its own request.
    const refusal = this.#isOn && !cache.isKnown(key) && this.#refusalOf(request);
    if (refusal) throw await this.#afterAWhile(refusal);
    return cache.respond(key, () => this.#queue.run(queueKeyOf(request.ip), work, busy));
  }

  /** Queues a call of a logged-in person. @throws Refusal 429 when too many of the account's or the network's calls wait */
  async queueForAccount<T>(call: AccountCall, work: () => Promise<T>): Promise<T> {
    return this.#isOn ? this.#refuseLater((full) => this.#callers.queueForAccount(call, work, full)) : work();
  }

  /** Queues a stranger's call that has no other queue. @throws Refusal 429 when too many of the network's calls wait */
  async queueForStranger<T>(request: Pick<FastifyRequest, "ip">, work: () => Promise<T>): Promise<T> {
    return this.#isOn ? this.#refuseLater((full) => this.#callers.queueForStranger(request, work, full)) : work();
  }

  /** Runs work that throws the result of `full` when there is no room for it. That refusal is delayed. */
  async #refuseLater<T>(work: (full: () => Refusal) => Promise<T>): Promise<T> {
    const tooMany = refuse.tooMany(2, t("Too many requests"));
    try {
      return await work(() => tooMany);
    } catch (error) {
      throw error === tooMany ? await this.#afterAWhile(tooMany) : error;
    }
  }

  #refusalOf(request: FastifyRequest): Refusal | undefined {
    if (this.#isLate("uncached")) return busy();
    const isWithinBudget = this.#budget.take(networksOf(request.ip));
    return isWithinBudget || this.#queue.isIdle ? undefined : refuse.tooMany(2, t("Too many requests"));
  }

  /**
   * Refuses requests when the process falls behind: anonymous ones first, then those of logged-in people outside checkout.
   * @param isSigned whether the shop issued an access token, and it has not expired
   */
  register(app: FastifyInstance, isSigned: (accessToken: string) => Promise<boolean>): void {
    if (!this.#isOn) return;
    this.#delayMs();
    app.addHook("onRequest", (request, _reply, done) => {
      // The route's URL, because a request may spell its address differently, such as `/%61pi/`.
      const { url = "", config } = request.routeOptions;
      const isCall = url.startsWith("/api/") && !NEVER_SHED.test(url) && !config.isQueued;
      if (!isCall || !this.#isLate("anonymous")) return done();
      // Not looked up in the database, but a made-up token must not help a stranger.
      const token = this.#isLate("signedIn") ? null : bearer(request);
      if (!token) return done(busy());
      const judge = async () => done((await isSigned(token)) ? undefined : busy());
      void judge();
    });
  }

  /** Whether the process is falling behind, so that nothing should start that can wait. */
  get isBehind(): boolean {
    return this.#isOn && this.#isLate("uncached");
  }

  /** Waits before a cheap refusal is sent, while the process falls behind. */
  async pauseBefore(refusal: Refusal): Promise<void> {
    if (this.#isOn && IS_CHEAP.has(refusal.status) && this.#delayMs() >= PAUSE_FROM_MS) await this.#afterAWhile(refusal);
  }

  #isLate(kind: Sheddable): boolean {
    return this.#delayMs() >= SHED_FROM_MS[kind];
  }

  async #afterAWhile(refusal: Refusal): Promise<Refusal> {
    if (this.#refusals >= MOST_REFUSALS) return refusal;
    this.#refusals++;
    await delay(this.#refusalMs);
    this.#refusals--;
    return refusal;
  }
}
