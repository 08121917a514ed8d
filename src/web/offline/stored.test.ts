import { afterEach, expect, test, vi } from "vitest";
import { fakeStorage } from "../../../tests/support/fake-storage.ts";
import { dropUnwanted, orStored, recall, store, storedNames } from "./stored.ts";

const html: { dataset: Record<string, string> } = { dataset: {} };
vi.stubGlobal("document", { documentElement: html });
vi.stubGlobal("localStorage", fakeStorage());
afterEach(() => localStorage.clear());

test("of each kind, what was read last stays stored", async () => {
  vi.useFakeTimers();
  for (const name of ["order-1", "order-2", "orders-1", "order-3", "order-1"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await orStored(name, async () => name, 2);
    vi.advanceTimersByTime(1000);
  }
  vi.useRealTimers();
  expect([...storedNames("order-"), ...storedNames("orders-")]).toEqual(["order-1", "order-3", "orders-1"]);
});

test("with OFFLINE=off, nothing is stored, and what was stored before is removed", () => {
  store("cart", ["rice"]);
  expect(recall("cart")?.value).toEqual(["rice"]);
  localStorage.setItem("theme", "dark");
  html.dataset["offline"] = "false";
  dropUnwanted();
  store("orders", ["1"]);
  expect(Object.keys(localStorage)).toEqual(["theme"]);
});
