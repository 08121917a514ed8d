import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { randomNumbers } from "./random-numbers.ts";
import type { Basket, Buyer } from "./live-shop.ts";
import { PATIENCE_MS, untilTrue } from "./shop-process.ts";

/** An order request that may be retried. */
interface Attempt {
  buyer: Buyer;
  basket: Basket;
  key: string;
}

/** The outcome of a burst. */
export interface Burst {
  /** Order numbers from 200 responses. */
  acknowledged: string[];
  /** Requests whose last try ended without a response or with a 503, so that they may or may not have placed an order. */
  unanswered: Attempt[];
  /** Status codes of all responses but 200 and 503. */
  refused: number[];
  /** How many tries ended with a 503. */
  unavailable: number;
}

/** What a burst has seen so far. */
export interface Seen {
  acknowledged: () => number;
  unavailable: () => number;
}

/** The pause of a buyer after a failure. Without it, an outage of a second leaves thousands of orders to be sent again. */
const PAUSE_MS = 100;

/**
 * Lets every buyer order random baskets, one after the other, until `during` is over. After a 503, and where nobody answers, they try again
 * with the same key.
 * @param during what happens meanwhile
 */
export async function burst(
  url: string,
  buyers: readonly Buyer[],
  productIds: readonly string[],
  random: ReturnType<typeof randomNumbers>,
  during: (seen: Seen) => Promise<void>,
): Promise<Burst> {
  const result: Burst = { acknowledged: [], unanswered: [], refused: [], unavailable: 0 };
  const end = new AbortController();
  /** @returns whether it is known what became of it */
  async function send({ buyer, basket, key }: Attempt): Promise<boolean> {
    const answer = await buyer.order(url, basket, key).catch(() => undefined);
    if (!answer) return false;
    const { status, body } = answer;
    if (status === 503) result.unavailable++;
    else if (status === 200) result.acknowledged.push(body.data.orderId);
    else result.refused.push(status);
    return status !== 503;
  }
  async function buy(buyer: Buyer): Promise<void> {
    while (!end.signal.aborted) {
      const attempt = { buyer, basket: randomBasket(productIds, random), key: randomUUID() };
      let isKnown = await send(attempt);
      while (!isKnown && !end.signal.aborted) {
        await delay(PAUSE_MS);
        isKnown = await send(attempt);
      }
      if (!isKnown) result.unanswered.push(attempt);
    }
  }
  const buying = Promise.all(buyers.map(buy));
  try {
    await during({ acknowledged: () => result.acknowledged.length, unavailable: () => result.unavailable });
  } catch (cause) {
    const { acknowledged, refused, unavailable } = result;
    const counts = `${acknowledged.length} acknowledged, ${unavailable} times 503, refused with ${[...new Set(refused)].join(", ") || "nothing"}`;
    throw new Error(`What was to happen during a burst of orders failed: ${counts}`, { cause });
  } finally {
    end.abort();
    await buying;
  }
  return result;
}

/** Waits until a number of further orders are acknowledged. */
export function untilMore({ acknowledged }: Seen, more: number): Promise<void> {
  const before = acknowledged();
  return untilTrue(() => acknowledged() >= before + more);
}

/** One to five products in random order. */
export function randomBasket(productIds: readonly string[], random: ReturnType<typeof randomNumbers>): Basket {
  const ids = new Set(Array.from({ length: random(5) + 1 }, () => productIds[random(productIds.length)]!));
  return [...ids].map((id) => [id, random(3) + 1] as const);
}

/** Retries every unanswered request until it succeeds. @returns the order numbers */
export function sendAgain(url: string, attempts: readonly Attempt[]): Promise<string[]> {
  const end = Date.now() + PATIENCE_MS;
  return Promise.all(
    attempts.map(async ({ buyer, basket, key }) => {
      for (;;) {
        const answer = await buyer.order(url, basket, key).catch(() => null);
        if (answer?.status === 200) return answer.body.data.orderId as string;
        if (Date.now() > end) throw new Error(`Still no order: ${answer?.status} ${answer?.body.message}`);
        await delay(PAUSE_MS);
      }
    }),
  );
}

/** Number of repetitions; long runs (campaigns) set more than one. */
export const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
