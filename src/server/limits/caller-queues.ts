import type { FastifyRequest } from "fastify";
import { RESPOND_WITHIN_MS } from "../http/deadline.ts";
import { FairQueue, type QueueLimits } from "./fair-queue.ts";
import { turnOf } from "./rate-limit.ts";

/**
 * Calls of one account that run at once in a process. Whoever shops or works in the back office makes a few at a time, so only floods
 * notice.
 */
const OF_ONE_ACCOUNT: QueueLimits = { slots: 4, waiting: 60, waitingPerKey: 60, waitMs: 5000 };
/**
 * Calls of logged-in people that run at once in a process until those of each network take turns, account by account: whoever has many
 * accounts could otherwise slow down everyone.
 */
const CROWDED_FROM = 16;
const OF_ONE_NETWORK: QueueLimits = { slots: 16, waiting: 600, waitingPerKey: 60, waitMs: 5000 };

/** Calls of a network's accounts that wait for a payment provider: before and after it they use the database, also if they fail. */
const OF_WAITING: QueueLimits = { slots: 32, waiting: 600, waitingPerKey: 60, waitMs: RESPOND_WITHIN_MS };
/**
 * Calls of strangers that take no other turn, such as logins, that run at once for one network in a process. Each counts in the
 * database, most of them in the same row, so more would only wait there with the connections that shoppers order with.
 */
const OF_STRANGERS: QueueLimits = { slots: 4, waiting: 600, waitingPerKey: 600, waitMs: RESPOND_WITHIN_MS };

export interface CallerLimits {
  ofOneAccount?: QueueLimits;
  ofOneNetwork?: QueueLimits;
  ofWaiting?: QueueLimits;
  ofStrangers?: QueueLimits;
  crowdedFrom?: number;
}

/**
 * Queues for calls that are answered for their caller alone: one for each account, while many calls run also one for each network, and
 * one for the strangers of each network.
 */
export class CallerQueues {
  readonly #ofOneAccount: QueueLimits;
  readonly #ofOneNetwork: QueueLimits;
  readonly #ofWaiting: QueueLimits;
  readonly #ofStrangers: QueueLimits;
  readonly #crowdedFrom: number;
  /** By account or network, as long as they have calls. */
  readonly #accounts = new Map<string, FairQueue>();
  readonly #networks = new Map<string, FairQueue>();
  readonly #waiting = new Map<string, FairQueue>();
  readonly #strangers = new Map<string, FairQueue>();
  /** Calls that run now, without those that may wait long for others. */
  #running = 0;

  constructor({
    ofOneAccount = OF_ONE_ACCOUNT,
    ofOneNetwork = OF_ONE_NETWORK,
    ofWaiting = OF_WAITING,
    ofStrangers = OF_STRANGERS,
    crowdedFrom = CROWDED_FROM,
  }: CallerLimits) {
    this.#ofOneAccount = ofOneAccount;
    this.#ofOneNetwork = ofOneNetwork;
    this.#ofWaiting = ofWaiting;
    this.#ofStrangers = ofStrangers;
    this.#crowdedFrom = crowdedFrom;
  }

  /**
   * Runs a call of a logged-in person when its turn comes.
   * @param waits whether it may wait long for others, such as a payment provider: then it takes turns with such calls only
   * @throws the result of `full` when too many of the account's or the network's calls wait
   */
  ofAccount<T>({ ip }: Pick<FastifyRequest, "ip">, userId: string, work: () => Promise<T>, waits: boolean, full: () => Error): Promise<T> {
    const network = turnOf(ip);
    const ofNetwork = { queues: this.#waiting, whose: network, limits: this.#ofWaiting, key: userId };
    const inTurn = () => (waits ? inQueueOf(ofNetwork, work, full) : this.#ofNetwork(network, userId, work, full));
    return inQueueOf({ queues: this.#accounts, whose: userId, limits: this.#ofOneAccount, key: "" }, inTurn, full);
  }

  /** Runs a stranger's call when its turn comes. @throws the result of `full` when too many of the network's wait */
  ofStranger<T>({ ip }: Pick<FastifyRequest, "ip">, work: () => Promise<T>, full: () => Error): Promise<T> {
    return inQueueOf({ queues: this.#strangers, whose: turnOf(ip), limits: this.#ofStrangers, key: "" }, work, full);
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

/** A queue among others, which exists as long as it has calls, and who takes a turn in it. */
interface Place {
  queues: Map<string, FairQueue>;
  whose: string;
  limits: QueueLimits;
  key: string;
}

/** Runs `work` in a queue. @throws the result of `full` when too many wait */
async function inQueueOf<T>({ queues, whose, limits, key }: Place, work: () => Promise<T>, full: () => Error): Promise<T> {
  const calls = queues.get(whose) ?? new FairQueue(limits);
  queues.set(whose, calls);
  try {
    return await calls.run(key, work, full);
  } finally {
    // Of two calls that end at once, the second may find another queue in its place.
    if (calls.isIdle && queues.get(whose) === calls) queues.delete(whose);
  }
}
