import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { safeError } from "./log.ts";

test("a failed statement is logged with its cause and location, without its values", () => {
  const failure = new DrizzleQueryError("insert into session values ($1)", ["a-secret-token"], new Error("no such table"));
  const logged = JSON.stringify(safeError(failure));
  expect(logged).toContain("insert into session values ($1)");
  expect(logged).toContain("no such table");
  expect(logged).toContain("log.test.ts");
  expect(logged).not.toContain("a-secret-token");
});
