import { createServer } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { refuse, toRefusal } from "./errors.ts";

const failureOf = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

test("a database nobody answers for counts as unavailable, even if the driver wraps the error", async () => {
  const refused = await failureOf(() => new pg.Client({ host: "127.0.0.1", port: 1 }).connect());
  const noSocket = await failureOf(() => new pg.Client({ host: "/nowhere" }).connect());
  const server = createServer((socket) => socket.end()).listen(0);
  const { port } = server.address() as { port: number };
  const cut = await failureOf(() => new pg.Client({ host: "127.0.0.1", port }).connect());
  server.close();
  for (const error of [refused, noSocket, cut]) {
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(isDatabaseUnavailable(new Error("Failed query", { cause: error }))).toBe(true);
    expect(toRefusal(error)).toMatchObject({ defect: false, refusal: { status: 503, headers: { "retry-after": "2" } } });
  }
});

test("a missing file, a full disk and a query quoting a shopper's words are defects, not unavailability", async () => {
  const noFile = await failureOf(() => readFileSync("/nowhere"));
  const quoting = new Error("Failed query: insert … params: Connection terminated, timeout exceeded", { cause: new Error("bad column") });
  const fullDisk = await failureOf(() => writeFileSync("/dev/full", "x"));
  expect(fullDisk).toMatchObject({ code: "ENOSPC", syscall: "write" });
  for (const error of [noFile, fullDisk, quoting, new Error("the party has ended")]) {
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(toRefusal(error)).toMatchObject({ defect: true, refusal: { status: 500 } });
    expect(toRefusal(error).refusal.message).not.toContain("nowhere");
  }
});

test("a database that is full, read-only, out of connections or blocked can be retried", async () => {
  for (const code of ["53100", "53200", "53300", "25006", "55P03", "57P03"]) {
    const failure = Object.assign(new pg.DatabaseError("could not extend file", 1, "error"), { code });
    expect(toRefusal(new Error("Failed query", { cause: failure }))).toMatchObject({
      defect: false,
      refusal: { status: 503, headers: { "retry-after": expect.stringMatching(/^[1-9]/) } },
    });
  }
  for (const code of ["23505", "25P02", "42P01"]) expect(toRefusal(Object.assign(new Error("no"), { code })).defect).toBe(true);
});

const told = (statusCode: number) => toRefusal(Object.assign(new Error("inner"), { statusCode })).refusal;

test("what the server itself refuses gets a fitting message", () => {
  expect(told(400)).toMatchObject({ status: 400, message: "The body is not valid JSON" });
  expect(told(413)).toMatchObject({ status: 413, message: "The request is too large" });
  expect(told(416)).toMatchObject({ status: 416, message: "The request cannot be answered" });
});

test("a refusal is sent as it is", () => {
  expect(toRefusal(refuse.conflict("Only 3 left", { stock: 3 }))).toMatchObject({
    defect: false,
    refusal: { status: 409, fields: { data: { stock: 3 } } },
  });
});
