import pg from "pg";
import { vi } from "vitest";
import { FairQueue } from "#server/http/fair-queue.ts";

/** What an action asks of the machine. */
interface Work {
  /** How many passwords were hashed or compared with a hash. */
  passwordChecks: number;
  /** The name of each prepared statement, or the text of a plain one, in order. */
  statements: string[];
}

/** Of a connection to PostgreSQL, for what its library does not export. */
type Sent = Record<"bind" | "query", (...words: unknown[]) => unknown>;

/** Counts the work of an action, which takes the same time however busy the machine is. */
export async function workOf(action: () => Promise<unknown>): Promise<Work> {
  const checks = vi.spyOn(FairQueue.prototype, "run");
  const statements: string[] = [];
  const { bind, query } = pg.Connection.prototype as unknown as Sent;
  const spies = [
    vi.spyOn(pg.Connection.prototype as unknown as Sent, "bind").mockImplementation(function (this: unknown, ...words) {
      statements.push((words[0] as { statement?: string }).statement ?? "");
      return bind.apply(this, words);
    }),
    vi.spyOn(pg.Connection.prototype as unknown as Sent, "query").mockImplementation(function (this: unknown, ...words) {
      statements.push(String(words[0]));
      return query.apply(this, words);
    }),
  ];
  try {
    await action();
    return { passwordChecks: checks.mock.calls.length, statements };
  } finally {
    checks.mockRestore();
    for (const spy of spies) spy.mockRestore();
  }
}
