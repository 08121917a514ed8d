import { afterEach, expect, test, vi } from "vitest";
import { fakeStorage } from "../../../tests/support/fake-storage.ts";
import { dropUnwanted, recall, store } from "./stored.ts";

const html: { dataset: Record<string, string> } = { dataset: {} };
vi.stubGlobal("document", { documentElement: html });
vi.stubGlobal("localStorage", fakeStorage());
afterEach(() => localStorage.clear());

test("with OFFLINE=off, nothing is stored, and what was stored before is removed", () => {
  store("cart", ["rice"]);
  expect(recall("cart")?.value).toEqual(["rice"]);
  localStorage.setItem("theme", "dark");
  html.dataset["offline"] = "false";
  dropUnwanted();
  store("orders", ["1"]);
  expect(Object.keys(localStorage)).toEqual(["theme"]);
});
