import { expect, it } from "vitest";
import { AUDITED } from "../contract.ts";
import { placeOf } from "./kind-words.ts";

it("links every kind of thing to a page of the back office", () => {
  expect(AUDITED.filter((kind) => !placeOf(kind, "1", "Name").startsWith("/dashboard"))).toEqual([]);
});
