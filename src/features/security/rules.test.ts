import { expect, test } from "vitest";
import { mayLeave } from "./rules.ts";

test("the last admin has to stay", () => {
  expect([mayLeave("USER", 1), mayLeave("ADMIN", 2), mayLeave("ADMIN", 1)]).toEqual([true, true, false]);
});
