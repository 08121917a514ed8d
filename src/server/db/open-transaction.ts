import type pg from "pg";
import type { Query } from "./standby.ts";
import { sqlState } from "./sql-state.ts";

/** The SQLSTATE of statements that follow a failed one in its transaction. */
const AFTER_FAILURE = "25P02";

/** What a statement that is sent with the commit results in. */
export class AtCommit<T> {
  readonly result: Promise<T>;

  constructor(result: Promise<T>) {
    this.result = result;
  }
}

/** A transaction on one connection, from `begin` to its end. */
export interface OpenTransaction {
  /** Sends a statement; refused once the commit or the rollback was sent. */
  query: Query;
  /** Makes the commit wait for statements that were started. */
  withCommit: <T>(...statements: PromiseLike<T>[]) => AtCommit<T>;
  commit: () => Promise<void>;
  /** @returns why it failed, and whether the connection can be used again */
  rollBack: (error: unknown) => Promise<{ cause: unknown; isUsable: boolean }>;
}

/**
 * Begins a transaction. Nothing is awaited: the first statement shares the round trip of `begin`, and the last ones that of the commit.
 * @param begin the statements that begin it
 * @param nameOf how statements get a name, if they do
 */
export function openTransaction(
  client: pg.PoolClient,
  begin: string,
  nameOf: (query: pg.QueryConfig | string) => pg.QueryConfig | string,
): OpenTransaction {
  const last: Promise<unknown>[] = [];
  // The first error. Of statements sent together, the caller may notice a later one first.
  let first: unknown;
  // What comes after the end would take effect outside the transaction.
  let hasEnded = false;
  const begun = client.query(begin);
  begun.catch(() => {});
  return {
    query(text, values) {
      if (hasEnded) return Promise.reject(new Error("A statement came after the end of its transaction"));
      const sent = client.query(nameOf(text), values);
      sent.catch((error: unknown) => (first ??= error));
      return sent;
    },
    withCommit<T>(...statements: PromiseLike<T>[]) {
      // Each is started exactly once: Drizzle runs a statement again whenever it is awaited.
      const started = statements.map((statement) => new Promise<T>((resolve, reject) => void statement.then(resolve, reject)));
      for (const statement of started) statement.catch(() => {});
      last.push(...started);
      return new AtCommit(started.at(-1)!);
    },
    async commit() {
      const committed = client.query("commit");
      hasEnded = true;
      committed.catch(() => {}); // one of the last statements may fail first
      await Promise.all([begun, ...last]);
      const { command } = await committed;
      // PostgreSQL rolls back without an error when a statement failed and the work carried on.
      if (command === "ROLLBACK") throw new Error("A transaction went on after a failed statement");
    },
    async rollBack(error) {
      hasEnded = true;
      const cause = sqlState(error) === AFTER_FAILURE ? (first ?? error) : error;
      return { cause, isUsable: await isRolledBack(client) };
    },
  };
}

async function isRolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
