import pg from "pg";
import { vi } from "vitest";
import { FairQueue } from "#server/limits/fair-queue.ts";

/** What an action asks of the machine. */
interface Work {
  /** How many passwords were hashed or compared with a hash. */
  passwordChecks: number;
  /** The name of each prepared statement, or the text of another one, in order. Without announcements, whose time is their own. */
  statements: string[];
}

/** Of a connection to PostgreSQL, for what its library does not export. */
type Sent = Record<"parse" | "bind" | "query", (...words: unknown[]) => unknown>;

/** Counts the work of an action, which takes the same time however busy the machine is. */
export async function workOf(action: () => Promise<unknown>): Promise<Work> {
  const checks = vi.spyOn(FairQueue.prototype, "run");
  const statements: string[] = [];
  const sent = pg.Connection.prototype as unknown as Sent;
  const { parse, bind, query } = sent;
  /** The text of the unnamed statement of each connection. */
  const unnamed = new WeakMap<object, string>();
  const spies = [
    vi.spyOn(sent, "parse").mockImplementation(function (this: object, ...words) {
      const { name, text } = words[0] as { name?: string; text: string };
      if (!name) unnamed.set(this, text);
      return parse.apply(this, words);
    }),
    vi.spyOn(sent, "bind").mockImplementation(function (this: object, ...words) {
      statements.push((words[0] as { statement?: string }).statement || (unnamed.get(this) ?? ""));
      return bind.apply(this, words);
    }),
    vi.spyOn(sent, "query").mockImplementation(function (this: object, ...words) {
      statements.push(String(words[0]));
      return query.apply(this, words);
    }),
  ];
  try {
    await action();
    // Transactions queue, too, all under an empty key.
    const passwordChecks = checks.mock.calls.filter(([key]) => key !== "").length;
    return { passwordChecks, statements: statements.filter((text) => !text.includes("pg_notify")) };
  } finally {
    checks.mockRestore();
    for (const spy of spies) spy.mockRestore();
  }
}
