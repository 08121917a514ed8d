import type pg from "pg";

/**
 * The time limits of everything that waits for the database or for a call, in ms. Each one is shorter than the one around it:
 * `decisions/031-time-limits.md` has the whole table.
 */
export const LIMITS = {
  /** Waiting for a connection from the pool, including making a new one. */
  connect: 3000,
  /** Waiting for another transaction's lock. */
  lock: 5000,
  /** A statement, by the server's measure. */
  statement: 7000,
  /** A transaction between statements: a connection that was lost half-way must not hold its locks. */
  idle: 8000,
  /** A statement, until its reply has arrived. The connection is thrown away after that. */
  reply: 8000,
  /** Connecting to one of several hosts to see whether it is the primary. */
  probe: 2000,
  /** Connecting to the read replica, and its reply. The primary is asked instead after that. */
  standby: 1000,
} as const;

/** For pools that serve requests. */
export const SERVING: pg.PoolConfig = {
  connectionTimeoutMillis: LIMITS.connect,
  query_timeout: LIMITS.reply,
  lock_timeout: LIMITS.lock,
  statement_timeout: LIMITS.statement,
  idle_in_transaction_session_timeout: LIMITS.idle,
  keepAlive: true,
  // A new connection to a distant database costs more than an order.
  min: 2,
  idleTimeoutMillis: 60_000,
};
