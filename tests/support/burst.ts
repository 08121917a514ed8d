import { randomUUID } from "node:crypto";
import type { randomNumbers } from "./random-numbers.ts";
import type { Basket, Buyer } from "./live-shop.ts";

/** A request to order, to be sent as often as it takes. */
interface Attempt {
  buyer: Buyer;
  basket: Basket;
  key: string;
}

/** What became of a burst. */
export interface Burst {
  /** Order numbers that were answered with 200. */
  acknowledged: string[];
  /** Requests that nobody answered: whether there is an order is unknown. */
  unanswered: Attempt[];
  /** The statuses of all other answers. */
  refused: number[];
}

/**
 * Lets every buyer order one random basket after the other, until `during` is over or until nobody answers them.
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
        const { status, body } = await buyer.order(url, attempt.basket, attempt.key);
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
  await during(() => result.acknowledged.length);
  end.abort();
  await buying;
  return result;
}

/** One to five products in any order. */
export function randomBasket(productIds: readonly string[], random: ReturnType<typeof randomNumbers>): Basket {
  const ids = new Set(Array.from({ length: random(5) + 1 }, () => productIds[random(productIds.length)]!));
  return [...ids].map((id) => [id, random(3) + 1] as const);
}

/** Sends every request that was not answered again, until it is. @returns the order numbers */
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

/** How often a campaign repeats what the short form does once. */
export const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
