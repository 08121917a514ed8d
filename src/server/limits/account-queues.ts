import type { FastifyRequest } from "fastify";
import { t } from "#words/t.ts";
import { refuse } from "../http/errors.ts";
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

export interface AccountLimits {
  ofOneAccount?: QueueLimits;
  ofOneNetwork?: QueueLimits;
  crowdedFrom?: number;
}

/** Queues for the calls of logged-in people: one for each account and, while many calls run, one for each network. */
export class AccountQueues {
  readonly #ofOneAccount: QueueLimits;
  readonly #ofOneNetwork: QueueLimits;
  readonly #crowdedFrom: number;
  /** By account and by network, as long as they have calls. */
  readonly #accounts = new Map<string, FairQueue>();
  readonly #networks = new Map<string, FairQueue>();
  /** Calls that run now, without those that may wait long for others. */
  #running = 0;

  constructor({ ofOneAccount = OF_ONE_ACCOUNT, ofOneNetwork = OF_ONE_NETWORK, crowdedFrom = CROWDED_FROM }: AccountLimits) {
    this.#ofOneAccount = ofOneAccount;
    this.#ofOneNetwork = ofOneNetwork;
    this.#crowdedFrom = crowdedFrom;
  }

  /**
   * Runs a call when its turn comes.
   * @param waits whether it may wait long for others, such as a payment provider: then it takes no turn of its network
   * @throws Refusal 429 when too many of the account's or the network's calls wait
   */
  run<T>(request: Pick<FastifyRequest, "ip">, userId: string, work: () => Promise<T>, waits: boolean): Promise<T> {
    const inTurn = () => (waits ? work() : this.#ofNetwork(turnOf(request.ip), userId, work));
    return inQueueOf(this.#accounts, userId, this.#ofOneAccount, "", inTurn);
  }

  async #ofNetwork<T>(network: string, userId: string, work: () => Promise<T>): Promise<T> {
    const run = async () => {
      this.#running++;
      try {
        return await work();
      } finally {
        this.#running--;
      }
    };
    return this.#running < this.#crowdedFrom ? run() : inQueueOf(this.#networks, network, this.#ofOneNetwork, userId, run);
  }
}

/** Runs `work` in a queue that exists as long as it has calls. @throws Refusal 429 when too many wait */
async function inQueueOf<T>(
  queues: Map<string, FairQueue>,
  whose: string,
  limits: QueueLimits,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const calls = queues.get(whose) ?? new FairQueue(limits);
  queues.set(whose, calls);
  try {
    return await calls.run(key, work, () => refuse.tooMany(2, t("Too many requests")));
  } finally {
    if (calls.isIdle) queues.delete(whose);
  }
}
