import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Faults } from "./faults.ts";
import { kind, type Kind, type Records, type Store } from "./records.ts";

/** An event to be delivered to the shop. */
interface Delivery {
  type: string;
  body: string;
  failures: number;
}

interface Options {
  provider: string;
  store: Store;
  faults: Faults;
  log: FastifyBaseLogger;
  /** Webhook URL, read for each delivery. Undefined: don't deliver. */
  url: () => string | undefined;
  /** Headers of one transmission. */
  headers: (body: string) => Promise<Record<string, string>>;
}

const LOOK_EVERY_MS = 1000;
const ANSWER_WITHIN_MS = 10_000;
/** Longer than the response timeout, so that nobody else sends it meanwhile. */
const CLAIMED_MS = 2 * ANSWER_WITHIN_MS;
/** Like PayPal: 25 times over three days. */
const ATTEMPTS = 25;
const LONGEST_PAUSE_MS = 5 * 3_600_000;
const FIRST_PAUSE_MS = 500;

/** Webhooks: stored with what they report, sent in the background, and retried with growing pauses until the response is 2xx. */
export class Deliveries {
  readonly #options: Options;
  readonly #kind: Kind<Delivery>;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#kind = kind(`${options.provider}-delivery`);
  }

  /** Starts sending due events regularly. */
  start(): void {
    this.#timer ??= setInterval(() => void this.send(), LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  /**
   * Queues an event in the transaction that causes it.
   * @returns whether it must be sent before responding (a fault)
   */
  async add(records: Records, type: string, event: object): Promise<boolean> {
    const faults = await this.#options.faults.takeIn(records, "webhook", type);
    const is = (effect: string) => faults.find((fault) => fault.effect === effect);
    if (is("none")) return false;
    const at = new Date(Date.now() + (is("late")?.ms ?? 0));
    const delivery: Delivery = { type, body: JSON.stringify(event), failures: 0 };
    for (let copies = is("twice") ? 2 : 1; copies > 0; copies--) await records.put(this.#kind, randomUUID(), delivery, at);
    return is("early") !== undefined;
  }

  /** If started, sends due events soon. */
  wake(): void {
    if (this.#timer) setImmediate(() => void this.send());
  }

  /** Sends due events one at a time; failed ones are retried later. */
  send(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#sendDue())
      .catch((error: unknown) => this.#options.log.warn({ err: error }, "webhooks of the sandbox wait"));
    return this.#running;
  }

  async #sendDue(): Promise<void> {
    const address = this.#options.url();
    if (!address) return;
    const now = new Date();
    while (await this.#sendOne(address, now));
  }

  /** @returns whether there was one */
  async #sendOne(address: string, now: Date): Promise<boolean> {
    const { store } = this.#options;
    const until = new Date(Date.now() + CLAIMED_MS);
    const due = await store.transact((records) => records.claim(this.#kind, now, until));
    if (!due) return false;
    const done = await this.#post(address, due.value.body);
    const failures = due.value.failures + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    await store.transact((records) =>
      done || failures >= ATTEMPTS
        ? records.remove(this.#kind, due.id)
        : records.put(this.#kind, due.id, { ...due.value, failures }, new Date(Date.now() + pause)),
    );
    return true;
  }

  async #post(address: string, body: string): Promise<boolean> {
    const headers = { "content-type": "application/json", ...(await this.#options.headers(body)) };
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(address, { method: "POST", headers, body, signal, redirect: "error" });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
