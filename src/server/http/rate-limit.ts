import { isIPv6 } from "node:net";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { isDatabaseAway, refuse, Refusal } from "./errors.ts";
import type { Shop } from "../shop.ts";

/** How often something may be tried in how many seconds; `name` tells limits apart in the table. */
export interface Limit {
  name: string;
  tries: number;
  seconds: number;
  /** What there were too many of, as a person reads it. */
  what?: string;
}

/** A limit on tries per key (an address, an account), counted in the database and so together for all processes. */
export class RateLimit {
  readonly #limiter: RateLimiterPostgres | undefined;
  readonly #log: Shop["log"];
  readonly #what: string | undefined;

  constructor({ config, database, log }: Pick<Shop, "config" | "database" | "log">, { name, tries, seconds, what }: Limit) {
    this.#log = log;
    this.#what = what;
    if (!config.rateLimit) return;
    this.#limiter = new RateLimiterPostgres({
      // Its queries are named; behind transaction pooling there are no prepared statements.
      storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => database.pool.query(text, values) },
      storeType: "client",
      tableName: "rate_limit",
      tableCreated: true,
      keyPrefix: name,
      points: tries,
      duration: seconds,
    });
  }

  /**
   * Counts one try, or several at once.
   * @throws Refusal 429 where there were too many, 503 where they cannot be counted
   */
  async count(key: string, tries = 1): Promise<void> {
    try {
      await this.#limiter?.consume(key, tries);
    } catch (failure) {
      throw this.#refusalOf(failure);
    }
  }

  /**
   * Counts nothing: for tries that are misuse only once it is known what came of them.
   * @throws Refusal 429 where no try is left, 503 where they cannot be counted
   */
  async check(key: string): Promise<void> {
    let known: RateLimiterRes | null | undefined;
    try {
      known = await this.#limiter?.get(key);
    } catch (failure) {
      throw this.#refusalOf(failure);
    }
    if (known && known.remainingPoints <= 0) throw this.#refusalOf(known);
  }

  /** Counts one try. @returns whether it was within the limit. @throws Refusal 503 where it cannot be counted */
  async isWithin(key: string): Promise<boolean> {
    try {
      await this.count(key);
      return true;
    } catch (failure) {
      if (failure instanceof Refusal && failure.status === 429) return false;
      throw failure;
    }
  }

  #refusalOf(failure: unknown): Refusal {
    if (failure instanceof RateLimiterRes) return refuse.tooMany(Math.max(1, Math.ceil(failure.msBeforeNext / 1000)), this.#what);
    if (!isDatabaseAway(failure)) this.#log.error(failure);
    return refuse.unavailable();
  }

  /** Forgets the tries of a key. */
  async forget(key: string): Promise<void> {
    await this.#limiter?.delete(key).catch((failure: unknown) => this.#log.warn(failure));
  }

  /** Takes tries back: they were no misuse. */
  async giveBack(key: string, tries = 1): Promise<void> {
    await this.#limiter?.reward(key, tries).catch((failure: unknown) => this.#log.warn(failure));
  }

  /** Counts what `work` does; where that, or the limit itself, refuses, it was not done and does not count. @throws as {@link count} */
  async counted<T>(key: string, tries: number, work: () => Promise<T>): Promise<T> {
    try {
      await this.count(key, tries);
      return await work();
    } catch (failure) {
      await this.giveBack(key, tries);
      throw failure;
    }
  }
}

/** Where a request comes from, as limits count it: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function networkOf(address: string): string {
  // Some proxies forward the port too, which differs from connection to connection.
  const ip = /^(?:([\d.]+)|\[(.+)\]):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address;
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = ip.split("::");
  const groups = head ? head.split(":") : [];
  const last = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...last];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
