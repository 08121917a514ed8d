import { afterEach, expect, test, vi } from "vitest";
import { readJson } from "./stored-json.ts";

afterEach(() => vi.unstubAllGlobals());

const store = (text: string | null) => vi.stubGlobal("localStorage", { getItem: () => text });

test("reads what was stored, and ignores what can't be", () => {
  store('[{"found":2}]');
  expect(readJson<unknown[]>("localStorage", "k", [])).toEqual([{ found: 2 }]);
  for (const text of [null, "null", "", "[", '{"found":2}', "5"]) {
    store(text);
    expect([text, readJson<unknown[]>("localStorage", "k", [])]).toEqual([text, []]);
  }
  store('{"key":"k"}');
  expect(readJson<unknown>("localStorage", "k", null)).toEqual({ key: "k" });
  store("[]");
  expect(readJson<unknown>("localStorage", "k", null)).toBeNull();
});

test("works without storage", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(readJson("localStorage", "k", "nothing")).toBe("nothing");
});
