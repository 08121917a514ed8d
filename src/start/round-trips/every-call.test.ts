import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counterOf, COUNTED_IN, named } from "../../../tests/support/counted-calls.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";

const { shop } = await openTestShop();
const endpoints = shop.inProcess.endpoints();

test("the round trips of every call are counted by a test", () => {
  expect(endpoints.filter((one) => counterOf(one) === undefined).map(({ path }) => path)).toEqual([]);
  for (const file of Object.keys(COUNTED_IN)) expect([file, existsSync(join(import.meta.dirname, "../../..", file))]).toEqual([file, true]);
});

test("every exception, and every call that is about an order, is a call of the shop", () => {
  const names = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  expect(named().filter((name) => !names.has(name))).toEqual([]);
});
