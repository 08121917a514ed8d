import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { randomNumbers } from "./random-numbers.ts";
import type { Basket, Buyer } from "./live-shop.ts";

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
  /** Requests that ended without a response or with a 503, which may or may not have placed an order. */
  unanswered: Attempt[];
  /** Status codes of all other responses, a 503 for each try. */
  refused: number[];
}

/** The pause of a buyer after a 503. Without it, an outage of a second leaves thousands of orders to be sent again. */
const PAUSE_MS = 100;

/**
 * Lets every buyer order random baskets, one after the other, until `during` is over or requests fail. After a 503
 * they try again with the same key.
 * @param during what happens meanwhile; it gets the number of acknowledged orders so far
 */
export async function burst(
  url: string,
  buyers: readonly Buyer[],
  productIds: readonly string[],
  random: ReturnType<typeof randomNumbers>,
  during: (placed: () => number) => Promise<void>,
): Promise<Burst> {
  const result: Burst = { acknowledged: [], unanswered: [], refused: [] };
  const end = new AbortController();
  async function buy(buyer: Buyer): Promise<void> {
    while (!end.signal.aborted) {
      const attempt = { buyer, basket: randomBasket(productIds, random), key: randomUUID() };
      try {
        let { status, body } = await buyer.order(url, attempt.basket, attempt.key);
        while (status === 503 && !end.signal.aborted) {
          result.refused.push(status);
          await delay(PAUSE_MS);
          ({ status, body } = await buyer.order(url, attempt.basket, attempt.key));
        }
        if (status === 200) result.acknowledged.push(body.data.orderId);
        else result.refused.push(status);
        if (status === 503) result.unanswered.push(attempt);
      } catch {
        result.unanswered.push(attempt);
        return;
      }
    }
  }
  const buying = Promise.all(buyers.map(buy));
  try {
    await during(() => result.acknowledged.length);
  } catch (cause) {
    const { acknowledged, unanswered, refused } = result;
    const counts = `${acknowledged.length} acknowledged, ${unanswered.length} unanswered, refused with ${[...new Set(refused)].join(", ") || "nothing"}`;
    throw new Error(`What was to happen during a burst of orders failed: ${counts}`, { cause });
  } finally {
    end.abort();
    await buying;
  }
  return result;
}

/** One to five products in random order. */
export function randomBasket(productIds: readonly string[], random: ReturnType<typeof randomNumbers>): Basket {
  const ids = new Set(Array.from({ length: random(5) + 1 }, () => productIds[random(productIds.length)]!));
  return [...ids].map((id) => [id, random(3) + 1] as const);
}

/** Retries every unanswered request until it succeeds. @returns the order numbers */
export function sendAgain(url: string, attempts: readonly Attempt[], withinMs: number): Promise<string[]> {
  const end = Date.now() + withinMs;
  return Promise.all(
    attempts.map(async ({ buyer, basket, key }) => {
      for (;;) {
        const answer = await buyer.order(url, basket, key).catch(() => null);
        if (answer?.status === 200) return answer.body.data.orderId as string;
        if (Date.now() > end) throw new Error(`Still no order: ${answer?.status} ${answer?.body.message}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }),
  );
}

/** Number of repetitions; long runs (campaigns) set more than one. */
export const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
