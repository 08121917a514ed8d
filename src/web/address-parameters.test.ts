import { expect, test } from "vitest";
import { withChanges } from "./address-parameters.ts";

test("changed parameters are set, empty ones are left out, and all others stay", () => {
  const parameters = new URLSearchParams("q=figs&page=3&sort=name");
  expect(withChanges(parameters, { q: "dates & figs", page: "", status: undefined, role: "ADMIN" }).toString()).toBe(
    "q=dates+%26+figs&sort=name&role=ADMIN",
  );
  expect(parameters.toString()).toBe("q=figs&page=3&sort=name");
});
