import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { logAnswered } from "./http/every-request.ts";
import { inWords } from "./log-for-people.ts";
import { openLog, safeError } from "./log.ts";
import { loadConfig } from "./settings/config.ts";

test("a failed statement is logged with its cause and location, without its values", () => {
  const failure = new DrizzleQueryError("insert into session values ($1)", ["a-secret-token"], new Error("no such table"));
  const logged = JSON.stringify(safeError(failure));
  expect(logged).toContain("insert into session values ($1)");
  expect(logged).toContain("no such table");
  expect(logged).toContain("log.test.ts");
  expect(logged).not.toContain("a-secret-token");
});

test("a mail server's refusal is logged without the recipient", () => {
  const refusal = new Error("Can't send mail - all recipients were rejected: 550 5.1.1 <ana.perez+shop@mail.example.org>: unknown");
  const logged = safeError(refusal);
  expect(logged["message"]).toBe("Can't send mail - all recipients were rejected: 550 5.1.1 <(email address)>: unknown");
  expect(JSON.stringify(logged)).not.toContain("perez");
  expect(JSON.stringify(safeError(new Error("at node_modules/@scope/name@1.2.3/index.js")))).toContain("@scope/name@1.2.3");
});

/** What a log prints at a terminal. */
function printed(level: string, requests: number, write: (log: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = [];
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  try {
    write(openLog({ level, requests, forPeople: true }));
  } finally {
    stdout.mockRestore();
  }
  return lines;
}

const answer = (status: number) => ({ id: "a", method: "GET", url: "/cart?token=secret", status, ms: 3 });

test("a terminal gets warnings and errors in words, and no requests", () => {
  const lines = printed("warn", 1, (log) => {
    logAnswered(log, answer(200));
    log.warn({ err: new Error("read ECONNRESET") }, "database connection lost");
    log.error(new Error("cannot read undefined"));
  });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d Warning: database connection lost \(read ECONNRESET\)\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d Error: cannot read undefined\n.*\n {4}at /);
});

test("the level and the form depend on where the log goes, unless LOG_LEVEL says otherwise", () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "despensa-log-"));
  expect(loadConfig({ DATA_DIR }, true).log).toEqual({ level: "warn", requests: 1, forPeople: true });
  expect(loadConfig({ DATA_DIR }, false).log).toEqual({ level: "info", requests: 1, forPeople: false });
  expect(loadConfig({ DATA_DIR, LOG_LEVEL: "debug" }, true).log.level).toBe("debug");
  expect(() => loadConfig({ DATA_DIR, LOG_REQUESTS: "2" })).toThrow("LOG_REQUESTS");
  rmSync(DATA_DIR, { recursive: true });
});

test("successful requests can be sampled; refused and failed ones are always logged, without the query", () => {
  const count = (part: number, status: number) =>
    printed("info", part, (log) => Array.from({ length: 1000 }, () => logAnswered(log, answer(status)))).length;
  expect([count(0, 200), count(1, 200), count(0, 404), count(0, 503)]).toEqual([0, 1000, 1000, 1000]);
  expect(Math.abs(count(0.3, 200) - 300)).toBeLessThan(100);
  const [line] = printed("info", 1, (log) => logAnswered(log, answer(200)));
  expect(line).toContain("info: answered id=a method=GET path=/cart status=200 ms=3");
});

test("other lines are not sampled", () => {
  expect(printed("info", 0, (log) => log.info({ status: 200 }, "the shop was backed up"))).toHaveLength(1);
});

test("every field of a line can be read by a person", () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(inWords(line)) });
  log.info({ lane: "slow", ids: [1, 2] }, "hello");
  expect(lines[0]).toMatch(/info: hello lane=slow ids=\[1,2\]\n$/);
});

test("what a stranger sent neither controls the terminal nor adds lines to the log", () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(inWords(line)) });
  const hostile = "\u001b[2J\u009b31m\r\n12:00:00 Warning: all is well";
  log.error({ path: `/${hostile}`, err: new Error(hostile) }, hostile);
  expect(lines.join("")).not.toMatch(/(?!\n)\p{Cc}|\n12:00:00/u);
});
