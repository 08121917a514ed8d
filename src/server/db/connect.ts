import { setTimeout as delay } from "node:timers/promises";
import { NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { FairQueue } from "../limits/fair-queue.ts";
import { refuse } from "../http/errors.ts";
import { announcesWith, openAnnouncer, type Announce } from "./announce.ts";
import { clientClass, refuseStandby, type Connection } from "./hosts.ts";
import { AtCommit, openTransaction } from "./open-transaction.ts";
import { sqlState } from "./sql-state.ts";
import type { Query, Standby } from "./standby.ts";
import { isTracing, SPAN_KIND, tracedPart } from "../tracing/spans.ts";
import { StatementNames } from "./statement-names.ts";

/** A pool's database, or a transaction on it: what every store takes first. */
export type Db = Pick<NodePgDatabase, "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "$count">;

/**
 * Invalidates cached responses by tag: in this process as soon as the transaction commits, in the others through the
 * table that `watchInvalidations` reads.
 */
export type Invalidate = (...tags: string[]) => void;

/**
 * Sends statements together with the commit; if one fails, everything is rolled back. What it returns, a transaction's work may return, so
 * that the transaction has the result of the last statement. A function must send all of its statements at once: one that awaits the first
 * before it sends the second is refused that one.
 */
export interface WithCommit {
  <T>(...statements: [...PromiseLike<unknown>[], PromiseLike<T>]): AtCommit<T>;
  (...statements: PromiseLike<unknown>[]): AtCommit<unknown>;
}

/** What a step of a transaction gets, to write and to invalidate with. */
export interface Transaction {
  tx: Db;
  invalidate: Invalidate;
  withCommit: WithCommit;
}

/** Must not fail: the transaction is committed already. */
type InvalidationListener = (tags: string[]) => void | Promise<void>;

type Work<T> = (transaction: Transaction) => Promise<T | AtCommit<T>>;

/** For frequent work whose best plan doesn't depend on the values: its statements are planned once per connection. */
interface Prepared {
  prepare?: boolean;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly db: NodePgDatabase;
  /** Like {@link db}, for frequent reads whose best plan doesn't depend on the values. */
  readonly prepared: NodePgDatabase;
  /**
   * Runs `work` in one transaction. Statements that it starts without awaiting the previous one are sent in that order and share a round
   * trip. A deadlock or serialization failure retries it, up to 5 attempts in all, so `work` must have no effect outside `tx`.
   */
  transact<T>(work: Work<T>, options?: Prepared): Promise<T>;
  /** Runs reads that don't need each other's results on one connection, in one round trip. */
  read<T>(work: (db: Db) => Promise<T>, options?: Prepared): Promise<T>;
  /** Sets the listener that gets the tags invalidated by each committed transaction of this process. The transaction waits for it. */
  onInvalidate: (listener: InvalidationListener) => void;
  announce: Announce;
  /** What answers reads that are the same for everyone, if the shop has a read replica. */
  readonly standby: Standby | undefined;
  close(): Promise<void>;
}

/** Deadlocks, failed serializations, and named statements whose tables have changed. */
const WORTH_ANOTHER_TRY = /^(40P01|40001|0A000)$/;
const CHANGED_STATEMENT = "0A000";
const ATTEMPTS = 5;
const RETRY_MS = 20;
const READ_ONLY = "25006";
/**
 * Connections that transactions leave free. Some transactions wait for a count or a setting to be read: if transactions had all
 * connections, they would wait for each other.
 */
const FOR_OTHERS = 2;

/**
 * Opens a pool, which connects on first use. Without {@link SERVING}, statements have no time limit.
 * @param options.named whether frequent statements may have names, which transaction poolers don't pass on
 * @param options.standby is closed with the pool
 */
export function openDatabase(
  connection: Connection & pg.PoolConfig,
  onError: (error: Error) => void,
  { named = false, standby }: { named?: boolean; standby?: Standby | undefined } = {},
): Database {
  const { lock_timeout, statement_timeout, idle_in_transaction_session_timeout, ...rest } = connection;
  const { max = 10, connectionTimeoutMillis = 10_000 } = rest;
  const pool = new pg.Pool({
    // Statements that don't need each other's results share a round trip.
    pipeline: true,
    Client: clientClass(connection),
    onConnect: refuseStandby,
    ...rest,
    max,
    connectionTimeoutMillis,
  });
  const transactions = new FairQueue({
    // Commands have few connections, and transactions that wait for each other in order.
    slots: max > 2 * FOR_OTHERS + 1 ? max - FOR_OTHERS : max,
    waiting: Infinity,
    waitingPerKey: Infinity,
    waitMs: connectionTimeoutMillis,
  });
  // Not startup options: poolers reject those.
  const limits = Object.entries({ lock_timeout, statement_timeout, idle_in_transaction_session_timeout });
  const begin = ["begin", ...limits.flatMap(([name, ms]) => (ms ? `set local ${name} = ${ms}` : []))].join("; ");
  const beginPrepared = `${begin}; set local plan_cache_mode = force_generic_plan`;
  // A connection that dies, idle or between statements, must not take the process down.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", () => {}));
  const names = new StatementNames();
  const withName = (query: string | pg.QueryConfig) => (typeof query === "string" ? query : { ...query, name: names.of(query.text) });
  const besideStandby = (primary: Query) => drizzleOn(standby ? standby.beside(primary) : primary);
  const db = besideStandby((...query) => pool.query(...query).catch(rethrow));
  const prepared = besideStandby((query, values) => pool.query(named ? withName(query) : query, values).catch(rethrow));
  const listeners: InvalidationListener[] = [];
  const announce = openAnnouncer(pool);
  announcesWith(db, announce);
  announcesWith(prepared, announce);

  function rethrow(error: unknown): never {
    if (sqlState(error) === READ_ONLY) dropIdle();
    throw error;
  }

  /** After a failover, the other connections lead to the former primary too. Those in use find out by themselves. */
  function dropIdle(): void {
    for (let n = pool.idleCount; n > 0; n--)
      pool.connect().then(
        (client) => client.release(true),
        () => {},
      );
  }

  async function attempt<T>(work: Work<T>, prepare: boolean): Promise<T> {
    const tags = new Set<string>();
    const announcements: Parameters<Announce>[] = [];
    const client = await pool.connect();
    const transaction = prepare ? openTransaction(client, beginPrepared, withName) : openTransaction(client, begin, (query) => query);
    const { query, withCommit } = transaction;
    const tx = drizzleOn(query);
    announcesWith(tx, (...what) => announcements.push(what));
    let broken = false;
    let result: T | AtCommit<T>;
    try {
      result = await work({ tx, invalidate: (...more) => more.forEach((tag) => tags.add(tag)), withCommit });
      if (tags.size > 0) withCommit(query({ text: "insert into cache_change (tags) values ($1)" }, [[...tags]]));
      await transaction.commit();
    } catch (error) {
      const { cause, isUsable } = await transaction.rollBack(error);
      broken = !isUsable || [READ_ONLY, CHANGED_STATEMENT].includes(sqlState(cause));
      return rethrow(cause);
    } finally {
      client.release(broken);
    }
    for (const what of announcements) announce(...what);
    if (tags.size > 0) await Promise.all(listeners.map(async (listener) => listener([...tags])));
    return result instanceof AtCommit ? result.result : result;
  }

  return {
    pool,
    db,
    prepared,
    async transact(work, { prepare = false } = {}) {
      for (let tries = 1; ; tries++) {
        try {
          return await transactions.run("", () => attempt(work, prepare && named), refuse.unavailable);
        } catch (error) {
          if (!WORTH_ANOTHER_TRY.test(sqlState(error))) throw error;
          if (tries >= ATTEMPTS) throw refuse.unavailable();
          // Random, so that transactions that collided don't collide again.
          await delay(Math.random() * RETRY_MS * tries);
        }
      }
    },
    async read(work, { prepare = false } = {}) {
      if (standby?.isAllowed()) return work(db);
      const client = await pool.connect();
      let broken = true;
      try {
        const result = await work(drizzleOn((text, values) => client.query(prepare && named ? withName(text) : text, values)));
        broken = false;
        return result;
      } catch (error) {
        return rethrow(error);
      } finally {
        client.release(broken);
      }
    },
    onInvalidate: (listener) => void listeners.push(listener),
    announce,
    standby,
    async close() {
      // The server may close a connection before the pool does; that no longer matters.
      pool.off("error", onError).on("error", () => {});
      await Promise.all([pool.end(), standby?.close()]);
    },
  };
}

/** Shared, because it remembers the columns of every table. */
const dialect = new PgDialect();

function drizzleOn(query: Query): NodePgDatabase {
  const client = { query: isTracing() ? traceQueries(query) : query } as unknown as pg.PoolClient; // all that it uses
  return new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined);
}

/** Statements are text without values. */
const traceQueries =
  (query: Query): Query =>
  (text, values) => {
    const statement = typeof text === "string" ? text : text.text;
    const [operation = ""] = /[a-z]+/i.exec(statement) ?? [];
    const attributes = () => ({ "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": statement });
    return tracedPart(SPAN_KIND.client, operation, attributes, () => query(text, values));
  };
