import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { cancelOrder, cashOnDelivery } from "#features/orders/contract.ts";
import { confirmCulqiPayment, confirmPayPalPayment, createCulqiOrder, createPayPalOrder } from "#features/payments/contract.ts";
import { addAddress } from "./goods.ts";
import { callOver, type Backdoor, type Basket } from "./live-shop.ts";
import { agePayments } from "./minutes-later.ts";
import type { AtProviders } from "./provider-sandbox.ts";
import { randomNumbers } from "./random-numbers.ts";
import { PATIENCE_MS, untilTrue } from "./shop-process.ts";
import { signUp } from "./sign-up.ts";
import type { TestAnswer } from "./test-shop.ts";

const PAUSE_MS = 40;
/** The pause after a failure. Without it, an outage of a second leaves thousands of calls to be made again. */
const AFTER_FAILURE_MS = 300;
/** Access tokens are valid for 15 minutes, and calls of a long outage still have to be repeated. */
const SHOPPER_MS = 8 * 60_000;
/** While they wait for {@link OrderLoad.rest}. */
const LONG_PAUSE_MS = 1000;
/** How long a shopper waits for a response, as the browser does. */
const GIVE_UP_MS = 20_000;
/** Pieces that are added to whatever is paid by card, which Culqi takes from 3.00 on. */
const FOR_CARDS = 5;

interface Options {
  behind: Pick<Backdoor, "shop">;
  productIds: readonly string[];
  /** The address that everybody talks to. */
  entry: string;
  /** How many shoppers pay cash on delivery. */
  buyers: number;
  /** The payment providers, and how many shoppers pay with PayPal or by card; nobody by default. */
  online?: { sandbox: AtProviders; payers: number };
  random?: ReturnType<typeof randomNumbers>;
}

/** Shoppers who order, pay and cancel. Like people, they repeat what was not answered. */
export interface OrderLoad {
  entry: string;
  /** When orders were acknowledged. */
  readonly times: readonly number[];
  /** Numbers of acknowledged orders; whether they were paid, and whether a cancellation was acknowledged. */
  readonly orders: ReadonlyMap<string, { isPaid: boolean; isCancelled: boolean }>;
  /** Responses that should not have happened: a failure is a 503 with Retry-After. */
  readonly wrong: readonly unknown[];
  /** How many calls were answered with a 503, and how many ended without a response. */
  readonly failed: { unavailable: number; unanswered: number };
  /** How long the slowest response took. */
  longestMs: number;
  /** An order that somebody else was told of. */
  acknowledge(number: string, isPaid?: boolean): void;
  begin(): void;
  /** Lets everybody finish what they are doing, until every call has succeeded. */
  end(): Promise<void>;
  /** Lets people order while something happens. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until a number of further orders are acknowledged. */
  untilMore(orders: number): Promise<void>;
  /** Lets people order less often while something is awaited that must not depend on how fast this computer is. */
  rest<T>(work: () => Promise<T>): Promise<T>;
}

const newKey = () => ({ "idempotency-key": randomUUID() });

/** Repeats what is done at a provider, whose stand-in may fail with the shop. */
async function atProvider<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await act().then(
      (value) => ({ value }),
      () => undefined,
    );
    if (done) return done.value;
    await delay(AFTER_FAILURE_MS);
  }
}

export function makeLoad({ behind, productIds, entry, buyers, online, random = randomNumbers(1) }: Options): OrderLoad {
  const times: number[] = [];
  const orders = new Map<string, { isPaid: boolean; isCancelled: boolean }>();
  const wrong: unknown[] = [];
  const failed = { unavailable: 0, unanswered: 0 };
  let pauseMs = PAUSE_MS;
  let over = new AbortController();
  let everybody: Promise<unknown> = Promise.resolve();

  /** Repeats a call until it succeeds, or is refused in a way that the caller expects. */
  async function insist(
    call: (signal: AbortSignal) => Promise<TestAnswer>,
    isExpected: (answer: TestAnswer) => boolean = () => false,
  ): Promise<TestAnswer> {
    for (;;) {
      const begun = performance.now();
      // No response, or one of a proxy.
      const answer = await call(AbortSignal.timeout(GIVE_UP_MS)).catch(() => undefined);
      load.longestMs = Math.max(load.longestMs, performance.now() - begun);
      if (answer && (answer.status === 200 || isExpected(answer))) return answer;
      if (!answer) failed.unanswered++;
      else if (answer.status === 503 && Number(answer.headers["retry-after"]) > 0) failed.unavailable++;
      else wrong.push({ status: answer.status, message: answer.body.message });
      await delay(AFTER_FAILURE_MS);
    }
  }

  function acknowledge(number: string, isPaid = false): void {
    if (orders.has(number)) wrong.push(`${number} was acknowledged twice`);
    orders.set(number, { isPaid, isCancelled: false });
    times.push(performance.now());
  }

  async function newShopper() {
    const { user, token } = await signUp(behind, { isConfirmed: true });
    const addressId = await addAddress(behind, user._id);
    return { token, addressId };
  }
  type Shopper = Awaited<ReturnType<typeof newShopper>>;

  /** One order after the other, by another shopper after a while, as soon as one can sign up. */
  async function keepOn(shopper: Shopper, since: number, order: (shopper: Shopper) => Promise<void>): Promise<void> {
    while (!over.signal.aborted) {
      if (performance.now() - since > SHOPPER_MS)
        await newShopper().then(
          (next) => void ([shopper, since] = [next, performance.now()]),
          () => {},
        );
      await order(shopper);
      await delay(pauseMs);
    }
  }

  const crowd = (count: number, order: (shopper: Shopper) => Promise<void>) =>
    Array.from({ length: count }, async () => keepOn(await newShopper(), performance.now(), order));

  async function cancel(number: string, token: string): Promise<void> {
    await insist((signal) => callOver(load.entry, cancelOrder, { orderId: number }, { token, signal }));
    orders.set(number, { ...orders.get(number)!, isCancelled: true });
  }

  const basket = (more = 0) => randomBasket(productIds, random).map(([productId, quantity]) => ({ productId, quantity: quantity + more }));

  async function buy({ token, addressId }: Shopper): Promise<void> {
    const input = { list_items: basket(), addressId };
    const headers = newKey();
    const { body } = await insist((signal) => callOver(load.entry, cashOnDelivery, input, { token, headers, signal }));
    acknowledge(body.data.orderId);
    if (random(10) === 0) await cancel(body.data.orderId, token);
  }

  async function pay({ token, addressId }: Shopper, { sandbox }: NonNullable<Options["online"]>): Promise<void> {
    const byCard = random(2) === 0;
    const input = { list_items: basket(byCard ? FOR_CARDS : 0), addressId };
    const headers = newKey();
    const endpoint = byCard ? createCulqiOrder : createPayPalOrder;
    const started = await insist(
      (signal) => callOver(load.entry, endpoint, input, { token, headers, signal }),
      ({ status }) => status === 409,
    );
    // The machine that began this payment couldn't reach the provider and ended it: like pages, start another one.
    if (started.status === 409) return;
    const { body } = await (byCard ? payByCard(started.body.data.orderId) : payWithPayPal(started.body.orderId));
    acknowledge(body.data.orderId, true);
    if (random(3) === 0) await cancel(body.data.orderId, token);

    async function payWithPayPal(orderId: string): Promise<TestAnswer> {
      await atProvider(() => sandbox.payer(orderId, "approve"));
      return insist((signal) => callOver(load.entry, confirmPayPalPayment, { orderId }, { token, signal }));
    }
    async function payByCard(orderId: string): Promise<TestAnswer> {
      for (;;) {
        const card = await atProvider(() => sandbox.cardToken());
        const answer = await insist(
          (signal) => callOver(load.entry, confirmCulqiPayment, { orderId, token: card }, { token, signal }),
          // It isn't known yet whether the card was charged, or it wasn't.
          ({ status, body: { message } }) => status === 422 || (status === 409 && /being processed/.test(message)),
        );
        if (answer.status === 200) return answer;
        await delay(AFTER_FAILURE_MS);
      }
    }
  }

  const load: OrderLoad = {
    entry,
    times,
    orders,
    wrong,
    failed,
    longestMs: 0,
    acknowledge,
    begin() {
      over = new AbortController();
      everybody = Promise.all([...crowd(buyers, buy), ...(online ? crowd(online.payers, (shopper) => pay(shopper, online)) : [])]);
      everybody.catch(() => {}); // `end` reports it
    },
    async end() {
      over.abort();
      let isDone = false;
      const done = everybody.finally(() => (isDone = true));
      done.catch(() => {}); // awaited below
      // Whoever paid by card at a process that died would wait for a minute.
      await untilTrue(async () => {
        if (!isDone) await agePayments(behind);
        return isDone;
      });
      await done;
    },
    async during(work) {
      load.begin();
      try {
        return await work();
      } catch (cause) {
        const { unavailable, unanswered } = failed;
        const counts = `${orders.size} orders, ${unavailable} times 503, ${unanswered} times no response, ${JSON.stringify(wrong.slice(0, 3))}`;
        throw new Error(`What was to happen during orders failed: ${counts}`, { cause });
      } finally {
        await load.end();
      }
    },
    untilMore(more) {
      const before = orders.size;
      // A shop may be starting meanwhile.
      return untilTrue(() => orders.size >= before + more, 2 * PATIENCE_MS);
    },
    async rest(work) {
      pauseMs = LONG_PAUSE_MS;
      return work().finally(() => (pauseMs = PAUSE_MS));
    },
  };
  return load;
}

/** One to five products in random order, of each one to three pieces. */
export function randomBasket(productIds: readonly string[], random: ReturnType<typeof randomNumbers>): Basket {
  const ids = new Set(Array.from({ length: random(5) + 1 }, () => productIds[random(productIds.length)]!));
  return [...ids].map((id) => [id, random(3) + 1] as const);
}

/** The longest time since then without an acknowledged order. */
export function longestGap({ times }: Pick<OrderLoad, "times">, since: number): { ms: number; until: number } {
  const after = [since, ...times.filter((time) => time > since)];
  const gaps = after.slice(1).map((until, n) => ({ ms: until - after[n]!, until }));
  return gaps.reduce((longest, gap) => (gap.ms > longest.ms ? gap : longest), { ms: 0, until: since });
}
