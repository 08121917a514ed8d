import type { FastifyRequest } from "fastify";
import { RESPOND_WITHIN_MS } from "../http/deadline.ts";
import { FairQueue, type QueueLimits } from "./fair-queue.ts";
import { queueKeyOf } from "./networks.ts";

/**
 * How many calls of one account run at once in a process. People who shop or work in the back office make a few at a time, so only floods
 * are held up.
 */
const OF_ONE_ACCOUNT: QueueLimits = { slots: 4, waiting: 60, waitingPerKey: 60, waitMs: 5000 };
/**
 * Once this many calls of logged-in people are running in a process, the calls of each network queue too, and its accounts take turns.
 * Otherwise someone with many accounts could slow down everyone.
 */
const CROWDED_FROM = 8;
const OF_ONE_NETWORK: QueueLimits = { slots: 8, waiting: 600, waitingPerKey: 60, waitMs: 5000 };

/** Calls of a network's accounts that may wait for a payment provider. Before and after that they use the database, even if they fail. */
const OF_PROVIDER_CALLS: QueueLimits = { slots: 16, waiting: 600, waitingPerKey: 60, waitMs: RESPOND_WITHIN_MS };
/**
 * Strangers' calls of one network that have no other queue, such as logins. Each is counted in the database, mostly in the same row, so
 * more at once would only wait there, holding connections that shoppers need for their orders.
 */
const OF_STRANGERS: QueueLimits = { slots: 4, waiting: 600, waitingPerKey: 600, waitMs: RESPOND_WITHIN_MS };
/** All such calls together, on half of a process's connections: however many networks call, shoppers can still order. */
const OF_ALL_STRANGERS: QueueLimits = { slots: 5, waiting: 2400, waitingPerKey: 600, waitMs: RESPOND_WITHIN_MS };

/** A call of a logged-in person. */
export interface AccountCall {
  ip: string;
  userId: string;
  /** Whether it may wait for a payment provider: such calls of a network have a queue of their own. */
  waitsForProvider?: boolean | undefined;
}

export interface CallerLimits {
  ofOneAccount?: QueueLimits;
  ofOneNetwork?: QueueLimits;
  ofProviderCalls?: QueueLimits;
  ofStrangers?: QueueLimits;
  ofAllStrangers?: QueueLimits;
  crowdedFrom?: number;
}

/**
 * Queues for calls whose response is for the caller alone: one per account, one per network while many calls are running, one for the
 * strangers of each network, and one for all strangers.
 */
export class CallerQueues {
  readonly #ofOneAccount: QueueLimits;
  readonly #ofOneNetwork: QueueLimits;
  readonly #ofProviderCalls: QueueLimits;
  readonly #ofStrangers: QueueLimits;
  readonly #allStrangers: FairQueue;
  readonly #crowdedFrom: number;
  /** By account or network, for as long as each has calls. */
  readonly #accounts = new Map<string, FairQueue>();
  readonly #networks = new Map<string, FairQueue>();
  readonly #providerCalls = new Map<string, FairQueue>();
  readonly #strangers = new Map<string, FairQueue>();
  /** Calls running now, except those that may wait for a payment provider. */
  #running = 0;

  constructor({
    ofOneAccount = OF_ONE_ACCOUNT,
    ofOneNetwork = OF_ONE_NETWORK,
    ofProviderCalls = OF_PROVIDER_CALLS,
    ofStrangers = OF_STRANGERS,
    ofAllStrangers = OF_ALL_STRANGERS,
    crowdedFrom = CROWDED_FROM,
  }: CallerLimits) {
    this.#ofOneAccount = ofOneAccount;
    this.#ofOneNetwork = ofOneNetwork;
    this.#ofProviderCalls = ofProviderCalls;
    this.#ofStrangers = ofStrangers;
    this.#allStrangers = new FairQueue(ofAllStrangers);
    this.#crowdedFrom = crowdedFrom;
  }

  /**
   * Queues a call of a logged-in person.
   * @throws the result of `full` when too many of the account's or the network's calls wait
   */
  queueForAccount<T>({ ip, userId, waitsForProvider }: AccountCall, work: () => Promise<T>, full: () => Error): Promise<T> {
    const network = queueKeyOf(ip);
    const ofNetwork = { queues: this.#providerCalls, whose: network, limits: this.#ofProviderCalls, key: userId };
    const run = () => (waitsForProvider ? inQueueOf(ofNetwork, work, full) : this.#ofNetwork(network, userId, work, full));
    return inQueueOf({ queues: this.#accounts, whose: userId, limits: this.#ofOneAccount, key: "" }, run, full);
  }

  /** Queues a stranger's call. @throws the result of `full` when too many of the network's, or of all strangers' calls wait */
  queueForStranger<T>({ ip }: Pick<FastifyRequest, "ip">, work: () => Promise<T>, full: () => Error): Promise<T> {
    const network = queueKeyOf(ip);
    const run = () => this.#allStrangers.run(network, work, full);
    return inQueueOf({ queues: this.#strangers, whose: network, limits: this.#ofStrangers, key: "" }, run, full);
  }

  async #ofNetwork<T>(network: string, userId: string, work: () => Promise<T>, full: () => Error): Promise<T> {
    const run = async () => {
      this.#running++;
      try {
        return await work();
      } finally {
        this.#running--;
      }
    };
    if (this.#running < this.#crowdedFrom) return run();
    return inQueueOf({ queues: this.#networks, whose: network, limits: this.#ofOneNetwork, key: userId }, run, full);
  }
}

/** A queue, which exists for as long as it has calls, and who waits in it. */
interface QueueEntry {
  queues: Map<string, FairQueue>;
  whose: string;
  limits: QueueLimits;
  key: string;
}

/** Runs `work` in a queue. @throws the result of `full` when too many wait */
async function inQueueOf<T>({ queues, whose, limits, key }: QueueEntry, work: () => Promise<T>, full: () => Error): Promise<T> {
  const calls = queues.get(whose) ?? new FairQueue(limits);
  queues.set(whose, calls);
  try {
    return await calls.run(key, work, full);
  } finally {
    // If two calls end at once, the second may find another queue in its place.
    if (calls.isIdle && queues.get(whose) === calls) queues.delete(whose);
  }
}
