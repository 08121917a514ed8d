import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { AHEAD_MS, databaseNow, isClockRight } from "../db/clock.ts";
import type { Db } from "../db/connect.ts";
import { deleteInBatches } from "../db/delete-in-batches.ts";
import { rateLimits } from "../db/tables.ts";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { refuse, type Refusal } from "../http/errors.ts";
import type { Shop } from "../shop.ts";

/** How many tries per how many seconds. `name` identifies the limit in the table. */
export interface Limit {
  name: string;
  tries: number;
  seconds: number;
  /** Start of the error message; "Too many tries" by default. */
  what?: () => string;
}

interface Query {
  text: string;
  values: unknown[];
}

/** Whether a parameter of the library's statements is a time, in ms: recent enough not to be anything else. */
const isTime = (value: unknown): value is number => typeof value === "number" && value > 1e11;

/**
 * Returned by statements that don't wait until what they write is on the disk: many tries of one network wait for the same row, with the
 * connections that shoppers order with. A crash forgets the tries of the last moment.
 */
const WITHOUT_FLUSH = "set_config('synchronous_commit', 'off', true)";

const withoutFlush = (text: string) => text.replace(/returning points, expire;?\s*$/i, `returning points, expire, ${WITHOUT_FLUSH}`);

/** Forgets tries that were counted while the database's clock was ahead: they would last longer than any that are counted now. */
function withoutFuture(text: string, seconds: number): string {
  const most = seconds * 1000 + AHEAD_MS;
  return text
    .replaceAll(/([\w".]+\.expire) <= \$4/g, (_all, expire: string) => `(${expire} <= $4 or ${expire} > $4::bigint + ${most})`)
    .replace("expire > $2", `expire > $2 and expire <= $2::bigint + ${most}`);
}

/**
 * Runs a statement of rate-limiter-flexible with its times, which come from this process's clock, converted to the database's. Drops
 * the statement's name, because prepared statements don't work behind a transaction pooler.
 */
async function byDatabaseTime(pool: Shop["database"]["pool"], { text, values }: Query, seconds: number) {
  const ahead = databaseNow() - Date.now();
  const moved = values.map((value) => (isTime(value) ? Math.round(value + ahead) : value));
  const timely = isClockRight() ? withoutFuture(text, seconds) : text;
  const result = await pool.query<{ points?: number; expire?: string | number | null }>(withoutFlush(timely), moved);
  for (const row of result.rows) if (row.expire) row.expire = Number(row.expire) - ahead;
  return result;
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await deleteInBatches(db, rateLimits, lt(rateLimits.expire, sql`(extract(epoch from now() - interval '1 hour') * 1000)::int8`));
}

/** This many tries above a limit are a flood: for a second, further tries are refused without asking the database. */
const FLOOD = 100;
const FLOOD_MS = 1000;
/** How many floods are remembered for each limit. */
const MOST_FLOODS = 1000;

/** Limits tries per key (a network, an account). Counted in the database, so that all processes share it. */
export class RateLimit {
  readonly #limiter: RateLimiterPostgres | undefined;
  /** When the limits of flooded keys reset, by `performance.now()`. */
  readonly #floods = new LRUCache<string, number>({ max: MOST_FLOODS, ttl: FLOOD_MS });
  readonly #db: Db;
  readonly #log: Shop["log"];
  readonly #what: (() => string) | undefined;

  constructor({ config, database, log }: Pick<Shop, "config" | "database" | "log">, { name, tries, seconds, what }: Limit) {
    this.#db = database.db;
    this.#log = log;
    this.#what = what;
    if (!config.rateLimit) return;
    this.#limiter = new RateLimiterPostgres({
      storeClient: { query: (query: Query) => byDatabaseTime(database.pool, query, seconds) },
      storeType: "client",
      tableName: "rate_limit",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: tries,
      duration: seconds,
    });
  }

  /**
   * Counts one try, or several at once.
   * @throws Refusal 429 above the limit, 503 while tries cannot be counted
   */
  async count(key: string, tries = 1): Promise<void> {
    this.refuseFlood(key);
    try {
      await this.#limiter?.consume(key, tries);
    } catch (failure) {
      this.#noteFlood(key, failure);
      throw this.#refusalOf(failure);
    }
  }

  /** Refuses a try of a flood without counting it, so that it writes nothing. @throws Refusal 429 */
  refuseFlood(key: string): void {
    const until = this.#floods.get(key);
    if (until !== undefined) throw this.#tooMany(until - performance.now());
  }

  #noteFlood(key: string, failure: unknown): void {
    if (!this.#limiter || !(failure instanceof RateLimiterRes) || failure.consumedPoints <= this.#limiter.points + FLOOD) return;
    this.#floods.set(key, performance.now() + failure.msBeforeNext);
  }

  /**
   * Checks without counting, for when the outcome decides whether a try counts.
   * @throws Refusal 429 when no try is left, 503 while tries cannot be counted
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

  #refusalOf(failure: unknown): Refusal {
    if (failure instanceof RateLimiterRes) return this.#tooMany(failure.msBeforeNext);
    if (!isDatabaseUnavailable(failure)) this.#log.error(failure);
    return refuse.unavailable();
  }

  #tooMany(msLeft: number): Refusal {
    return refuse.tooMany(Math.max(1, Math.ceil(msLeft / 1000)), this.#what?.());
  }

  /** Resets a key. */
  async forget(key: string): Promise<void> {
    this.#floods.delete(key);
    await this.#limiter?.delete(key).catch((failure: unknown) => this.#log.warn(failure));
  }

  /** Gives back tries that turned out to be legitimate. Expired tries don't make room for others. */
  async giveBack(key: string, tries = 1): Promise<void> {
    this.#floods.delete(key);
    if (!this.#limiter) return;
    const { key: keyColumn, points, expire } = rateLimits;
    await this.#db
      .update(rateLimits)
      .set({ points: sql`greatest(${points} - ${tries}::int, 0)` })
      .where(and(eq(keyColumn, this.#limiter.getKey(key)), gt(expire, sql`(extract(epoch from now()) * 1000)::int8`)))
      .returning({ flush: sql.raw(WITHOUT_FLUSH) })
      .catch((failure: unknown) => this.#log.warn(failure));
  }
}
