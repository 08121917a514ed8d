import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { cancelOrder, cashOnDelivery } from "#features/orders/contract.ts";
import { confirmPayPalPayment, createPayPalOrder } from "#features/payments/contract.ts";
import { randomBasket } from "../support/burst.ts";
import { addAddress } from "../support/goods.ts";
import { callOver, type Backdoor } from "../support/live-shop.ts";
import type { ProviderSandbox } from "../support/provider-sandbox.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { signUp } from "../support/sign-up.ts";
import type { TestAnswer } from "../support/test-shop.ts";

const BUYERS = 5;
const PAYERS = 3;
const PAUSE_MS = 40;
/** Access tokens are valid for 15 minutes, and calls of a long outage still have to be repeated. */
const SHOPPER_MS = 8 * 60_000;
/** While they wait for {@link OrderLoad.rest}. */
const LONG_PAUSE_MS = 1000;
/** How long a shopper waits for a response, as the browser does. */
const PATIENCE_MS = 20_000;
/** How long a page may take. */
const PAGE_MS = 10_000;

/** Shoppers who order until the load ends. Like people, they repeat what was not answered. */
export interface OrderLoad {
  /** The proxy that everybody talks to. */
  entry: string;
  /** When orders were acknowledged. */
  readonly times: readonly number[];
  /** Numbers of acknowledged orders; whether they were paid, and whether a cancellation was acknowledged. */
  readonly orders: ReadonlyMap<string, { isPaid: boolean; isCancelled: boolean }>;
  /** Responses that should not have happened. */
  readonly wrong: readonly unknown[];
  readonly pages: { served: number; failed: { at: number; why: string }[]; longestMs: number };
  /** Lets people order less often while something is awaited that must not depend on how fast this computer is. */
  rest<T>(work: () => Promise<T>): Promise<T>;
  /** Lets everybody finish what they are doing. */
  end(): Promise<void>;
}

export async function startLoad(
  behind: Pick<Backdoor, "shop">,
  sandbox: ProviderSandbox,
  productIds: readonly string[],
  entry: string,
): Promise<OrderLoad> {
  const times: number[] = [];
  const orders = new Map<string, { isPaid: boolean; isCancelled: boolean }>();
  const wrong: unknown[] = [];
  const pages = { served: 0, failed: [] as { at: number; why: string }[], longestMs: 0 };
  const over = new AbortController();
  let pauseMs = PAUSE_MS;

  /** Repeats a call until it succeeds, or is answered with a status that the caller expects as well. */
  async function insist(call: (signal: AbortSignal) => Promise<TestAnswer>, expected = 200): Promise<TestAnswer> {
    for (;;) {
      // No response, or one of the proxy.
      const answer = await call(AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined);
      if (answer?.status === 200 || answer?.status === expected) return answer;
      if (answer && !(answer.status === 503 && Number(answer.headers["retry-after"]) > 0))
        wrong.push({ status: answer.status, message: answer.body.message });
      await delay(200);
    }
  }

  function acknowledge(number: string, isPaid: boolean): void {
    if (orders.has(number)) wrong.push(`${number} was acknowledged twice`);
    orders.set(number, { isPaid, isCancelled: false });
    times.push(performance.now());
  }

  async function newShopper() {
    const { user, token } = await signUp(behind, { verifyEmail: true });
    const addressId = await addAddress(behind, user._id);
    return { token, addressId };
  }

  /** @returns a function that gives the current shopper: after a while another one, as soon as one can sign up */
  async function takeTurns() {
    let shopper = await newShopper();
    let since = performance.now();
    return async () => {
      if (performance.now() - since > SHOPPER_MS)
        await newShopper().then(
          (next) => void ([shopper, since] = [next, performance.now()]),
          () => {},
        );
      return shopper;
    };
  }

  async function cancel(number: string, token: string): Promise<void> {
    await insist((signal) => callOver(load.entry, cancelOrder, { orderId: number }, { token, signal }));
    orders.set(number, { ...orders.get(number)!, isCancelled: true });
  }

  const items = (random: ReturnType<typeof randomNumbers>) =>
    randomBasket(productIds, random).map(([productId, quantity]) => ({ productId, quantity }));

  async function buy(seed: number): Promise<void> {
    const random = randomNumbers(seed);
    const whoever = await takeTurns();
    while (!over.signal.aborted) {
      const { token, addressId } = await whoever();
      const input = { list_items: items(random), addressId };
      const headers = { "idempotency-key": randomUUID() };
      const { body } = await insist((signal) => callOver(load.entry, cashOnDelivery, input, { token, headers, signal }));
      acknowledge(body.data.orderId, false);
      if (random(10) === 0) await cancel(body.data.orderId, token);
      await delay(pauseMs);
    }
  }

  async function pay(seed: number): Promise<void> {
    const random = randomNumbers(seed);
    const whoever = await takeTurns();
    while (!over.signal.aborted) {
      const { token, addressId } = await whoever();
      const input = { list_items: items(random), addressId };
      const headers = { "idempotency-key": randomUUID() };
      const started = await insist((signal) => callOver(load.entry, createPayPalOrder, input, { token, headers, signal }), 409);
      // The machine that began this payment couldn't reach the provider and ended it: like pages, start another one.
      if (started.status === 409) continue;
      const { orderId } = started.body;
      await sandbox.payer(orderId, "approve");
      const paid = await insist((signal) => callOver(load.entry, confirmPayPalPayment, { orderId }, { token, signal }));
      acknowledge(paid.body.data.orderId, true);
      if (random(3) === 0) await cancel(paid.body.data.orderId, token);
      await delay(pauseMs);
    }
  }

  async function browse(): Promise<void> {
    while (!over.signal.aborted) {
      const begun = performance.now();
      const fail = (why: string) => pages.failed.push({ at: performance.now(), why });
      try {
        const signal = AbortSignal.timeout(PAGE_MS);
        // Like a browser, once more if the connection was closed without a response.
        const response = await fetch(load.entry, { signal }).catch(() => fetch(load.entry, { signal }));
        const text = await response.text();
        if (!response.ok) fail(`${response.status} ${text.replaceAll(/<[^>]*>|\s+/g, " ").slice(-200)}`);
      } catch (error) {
        fail(String((error as Error).cause ?? error));
      }
      pages.served++;
      pages.longestMs = Math.max(pages.longestMs, performance.now() - begun);
      await delay(pauseMs);
    }
  }

  const load: OrderLoad = {
    entry,
    times,
    orders,
    wrong,
    pages,
    async rest(work) {
      pauseMs = LONG_PAUSE_MS;
      return work().finally(() => (pauseMs = PAUSE_MS));
    },
    async end() {
      over.abort();
      await everybody;
    },
  };
  const everybody = Promise.all([
    ...Array.from({ length: BUYERS }, (_, n) => buy(n + 1)),
    ...Array.from({ length: PAYERS }, (_, n) => pay(n + 100)),
    browse(),
  ]);
  everybody.catch(() => {}); // `end` reports it
  return load;
}

/** The longest time since then without an acknowledged order. */
export function longestGap({ times }: Pick<OrderLoad, "times">, since: number): { ms: number; until: number } {
  const after = [since, ...times.filter((time) => time > since)];
  const gaps = after.slice(1).map((until, n) => ({ ms: until - after[n]!, until }));
  return gaps.reduce((longest, gap) => (gap.ms > longest.ms ? gap : longest), { ms: 0, until: since });
}
