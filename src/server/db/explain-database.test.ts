import { expect, test } from "vitest";
import { explainDatabase } from "./explain-database.ts";

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);

test.each([
  [
    error("connect ECONNREFUSED 127.0.0.1:5433", { code: "ECONNREFUSED", syscall: "connect" }),
    "Check that it runs, and its host and port.",
  ],
  [error("timeout expired"), "Check that it runs, and its host and port."],
  [error("getaddrinfo ENOTFOUND db", { code: "ENOTFOUND", syscall: "getaddrinfo" }), "Check the name of its host."],
  [error('password authentication failed for user "shop"', { code: "28P01" }), "Check the user name and the password."],
  [error('database "shp" does not exist', { code: "3D000" }), "Create it first, owned by the shop's user."],
  [error("self-signed certificate in certificate chain", { code: "SELF_SIGNED_CERT_IN_CHAIN" }), "Add sslrootcert=FILE"],
  [error('could not extend file "base/1/2": No space left on device', { code: "53100" }), "Make room on its disk."],
])("%s says what to do", (cause, advice) => {
  const said = explainDatabase(error("Failed query: select 1", { cause }));
  expect(said?.startsWith(`${cause.message}. ${advice}`)).toBe(true);
});

test("of several addresses that were tried, the first one's error is told", () => {
  const one = error("connect ECONNREFUSED ::1:5433", { code: "ECONNREFUSED", syscall: "connect" });
  expect(explainDatabase(new AggregateError([one, error("another")]))).toContain("::1:5433. Check");
});

test("a database that is unavailable for another reason is reported without advice, and a defect is not reported", () => {
  expect(explainDatabase(error("the database system is shutting down", { code: "57P03" }))).toBe("the database system is shutting down.");
  expect(explainDatabase(error("x is not a function"))).toBeUndefined();
  expect(explainDatabase(error("no such file", { code: "ENOENT", syscall: "open" }))).toBeUndefined();
});
