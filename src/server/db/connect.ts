import { setTimeout as delay } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { sql } from "drizzle-orm";
import pg from "pg";
import { isDatabaseAway, refuse } from "../http/errors.ts";

/** A pool's database, or a transaction on it: what every store takes first. */
export type Db = Pick<NodePgDatabase, "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "$count">;

/**
 * Invalidates cached responses by tag: in this process as soon as the transaction commits, in the others through the
 * table that `watchInvalidations` reads.
 */
export type Invalidate = (...tags: string[]) => void;

export interface Database {
  readonly pool: pg.Pool;
  readonly db: NodePgDatabase;
  /**
   * Runs `work` in one transaction. A deadlock or serialization failure retries it, up to 5 attempts in all, so `work`
   * must have no effect outside `tx`.
   */
  transact<T>(work: (tx: Db, invalidate: Invalidate) => Promise<T>): Promise<T>;
  /** Called with the tags that each committed transaction of this process invalidates. */
  onInvalidate(listener: (tags: string[]) => void): void;
  close(): Promise<void>;
}

const DEADLOCK_OR_SERIALIZATION = /^40(P01|001)$/;
const ATTEMPTS = 5;
const RETRY_MS = 20;

/** Longest time a request waits for a connection, and for a query. */
export const SERVING: pg.PoolConfig = { connectionTimeoutMillis: 3000, query_timeout: 8000, keepAlive: true };

/** Opens a pool, which connects on first use. Without {@link SERVING}, statements have no time limit. */
export function openDatabase(connection: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 10_000,
    // Compiling a statement takes longer than running the shop's statements. Not a startup option: poolers reject those.
    onConnect: async (client) => void (await client.query("set jit = off")),
    ...connection,
  });
  // A connection that dies, idle or between statements, must not take the process down.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = drizzle(pool);
  const listeners: ((tags: string[]) => void)[] = [];

  async function attempt<T>(work: (tx: Db, invalidate: Invalidate) => Promise<T>): Promise<T> {
    const tags = new Set<string>();
    const client = await pool.connect();
    let broken = false;
    let result: T;
    try {
      await client.query("begin");
      const tx = drizzle(client);
      result = await work(tx, (...more) => more.forEach((tag) => tags.add(tag)));
      if (tags.size > 0) await tx.execute(sql`insert into cache_change (tags) values (${sql.param([...tags])})`);
      const { command } = await client.query("commit");
      // PostgreSQL rolls back without an error when a statement failed and `work` carried on.
      if (command === "ROLLBACK") throw new Error("A transaction went on after a failed statement");
    } catch (error) {
      // A connection that timed out is still busy with the previous query.
      broken = isDatabaseAway(error) || !(await rollBack(client));
      throw error;
    } finally {
      client.release(broken);
    }
    if (tags.size > 0) for (const listener of listeners) listener([...tags]);
    return result;
  }

  return {
    pool,
    db,
    async transact(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!DEADLOCK_OR_SERIALIZATION.test(sqlState(error))) throw error;
          if (tries >= ATTEMPTS) throw refuse.unavailable();
          // Random, so that transactions that collided don't collide again.
          await delay(Math.random() * RETRY_MS * tries);
        }
      }
    },
    onInvalidate: (listener) => void listeners.push(listener),
    close() {
      // The server may close a connection before the pool does; that no longer matters.
      pool.off("error", onError).on("error", () => {});
      return pool.end();
    },
  };
}

/** @returns whether the connection can be used again */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL's error code, also of errors wrapped by Drizzle; empty for other errors. */
export function sqlState(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return "";
}

const UNIQUE_VIOLATION = "23505";

/** Whether a unique index rejected a duplicate. */
export function isDuplicate(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}
