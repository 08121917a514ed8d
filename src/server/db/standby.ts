import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { isDatabaseUnavailable } from "./unavailable.ts";
import { note } from "../metrics/events.ts";
import { clientClass, type Connection } from "./hosts.ts";
import { Position, type Mark } from "./position.ts";
import { LIMITS } from "./timeouts.ts";

/** What Drizzle asks of a connection. */
export type Query = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** A server that follows the primary, and answers reads that are the same for everyone as long as it is not behind. */
export interface Standby {
  readonly position: Position;
  /** Runs work whose reads the standby may answer. */
  allow<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the current work is part of {@link allow}. */
  isAllowed(): boolean;
  /** Sends reads to the standby where that is allowed, and everything it can't answer to the primary. */
  beside(primary: Query): Query;
  /** How it is doing, and its share of the recent reads; null if there were none. */
  look(): Promise<{ is: "current" | "behind" | "unavailable"; share: number | null }>;
  close(): Promise<void>;
}

/** How long it isn't asked after it was behind or failed: at first, and at most. Twice as long each time. */
const REST = { behindMs: 50, failedMs: 1000, longestMs: 10_000 };
/** How many recent reads {@link Standby.look} covers. */
const RECENT = 200;
/** A standby that stays behind for longer is lagging. */
const PATIENCE_MS = 1000;

const BEGIN = `begin read only; set local statement_timeout = ${LIMITS.standby}`;
/** A server outside recovery must be the primary itself: a promoted standby has a history of its own. */
const IS_CURRENT = `
  select case when pg_is_in_recovery()
    then pg_last_wal_replay_lsn() >= $1::pg_lsn and exists (select from cache_change where xid = $2::xid8 and at = $3::timestamptz)
    else pg_postmaster_start_time() = $4::timestamptz end as "isCurrent"`;
const READ = /^\s*select\b/i;

/** Opens a pool, which connects on first use. */
export function openStandby(connection: Connection, log: Pick<FastifyBaseLogger, "warn" | "info">): Standby {
  const pool = new pg.Pool({
    max: 10,
    pipeline: true,
    Client: clientClass(connection),
    connectionTimeoutMillis: LIMITS.standby,
    query_timeout: LIMITS.standby,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    ...connection,
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const position = new Position();
  const allowed = new AsyncLocalStorage<{ isOver: boolean }>();
  const recent: boolean[] = [];
  /** While it isn't asked. */
  let rest: { times: number; until: number; hasFailed: boolean; isProving: boolean } | undefined;

  /**
   * Asks in one round trip whether the standby has everything up to the mark, and the query.
   * @returns undefined if it is behind
   */
  async function ask(
    { lsn, xid, at, startedAt }: Mark,
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<PromiseSettledResult<pg.QueryResult> | undefined> {
    const client = await pool.connect();
    // One transaction, because a pooler may give each another server.
    const [begun, checked, answered, committed] = await Promise.allSettled([
      client.query(BEGIN),
      client.query<{ isCurrent: boolean }>(IS_CURRENT, [lsn, xid, at, startedAt]),
      client.query(query, values),
      client.query("commit"),
    ]);
    client.release(committed.status === "rejected");
    if (begun.status === "rejected") throw begun.reason;
    if (checked.status === "rejected") throw checked.reason;
    return checked.value.rows[0]?.isCurrent ? answered : undefined;
  }

  function leaveAlone(failure?: unknown): void {
    const hasFailed = failure !== undefined;
    if (hasFailed && !rest?.hasFailed) log.warn({ err: failure }, "the read replica can't be used; the primary answers until it can");
    const times = rest ? rest.times + 1 : 0;
    const ms = Math.min(REST.longestMs, (hasFailed ? REST.failedMs : REST.behindMs) * 2 ** times);
    rest = { times, until: performance.now() + ms, hasFailed: hasFailed || rest?.hasFailed === true, isProving: false };
  }

  /** Nobody waits for this, so a standby that hangs delays no further reads. */
  async function prove(mark: Mark): Promise<void> {
    try {
      if (!(await ask(mark, "select 1"))) return leaveAlone();
      if (rest?.hasFailed) log.info("the read replica can be used again");
      rest = undefined;
    } catch (error) {
      leaveAlone(error);
    }
  }

  async function read(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult | undefined> {
    const mark = position.current;
    if (rest) {
      if (mark && !rest.isProving && performance.now() > rest.until) {
        rest.isProving = true;
        void prove(mark);
      }
      return undefined;
    }
    if (!mark) return undefined;
    try {
      const answer = await ask(mark, query, values);
      if (answer?.status === "fulfilled") return answer.value;
      // A concurrent read may have found out first.
      if (!answer && !rest) leaveAlone();
      // Other errors are only about this query, such as being canceled because it kept the standby from following.
      if (answer && isDatabaseUnavailable(answer.reason)) throw answer.reason;
    } catch (error) {
      if (!rest) leaveAlone(error);
    }
    return undefined;
  }

  const isAllowed = () => allowed.getStore()?.isOver === false;

  return {
    position,
    isAllowed,
    async allow(work) {
      const context = { isOver: false };
      try {
        return await allowed.run(context, work);
      } finally {
        // Whatever it has left for later isn't part of it.
        context.isOver = true;
      }
    },
    beside: (primary) => (query, values) => {
      if (!isAllowed() || !READ.test(typeof query === "string" ? query : query.text)) return primary(query, values);
      return read(query, values).then((answer) => {
        note(answer ? "read-standby" : "read-primary");
        if (recent.push(answer !== undefined) > RECENT) recent.shift();
        return answer ?? primary(query, values);
      });
    },
    async look() {
      const share = recent.length > 0 ? recent.filter(Boolean).length / recent.length : null;
      const begun = performance.now();
      for (;;) {
        const mark = position.current;
        const is = !mark
          ? "behind"
          : await ask(mark, "select 1").then(
              (answer) => (answer ? "current" : "behind"),
              () => "unavailable" as const,
            );
        // Just after a change, every standby is behind.
        if (is !== "behind" || performance.now() - begun > PATIENCE_MS) return { is, share };
        await delay(PATIENCE_MS / 5);
      }
    },
    close: () => pool.end(),
  };
}
