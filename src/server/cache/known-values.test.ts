import { beforeEach, expect, test } from "vitest";
import { Invalidations } from "./invalidations.ts";
import { KnownValues } from "./known-values.ts";
import { EVERYTHING } from "./response-cache.ts";

let stored: Map<string, string>;
let asked: string[][];
let invalidations: Invalidations;
let values: KnownValues<string, string>;
let waitFor: Promise<unknown>;

beforeEach(() => {
  stored = new Map([
    ["a", "apple"],
    ["b", "bread"],
  ]);
  asked = [];
  invalidations = new Invalidations();
  waitFor = Promise.resolve();
  values = new KnownValues({
    read: async (keys) => {
      asked.push([...keys]);
      const found = new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key)!] as const] : [])));
      await waitFor;
      return found;
    },
    keysOf: (tag) => (tag === "shelves" ? "all" : tag.startsWith("product:") ? [tag.slice("product:".length)] : []),
    invalidations,
    maxSize: 3,
  });
});

test("values are read once, in the order of the keys, and missing ones are known to be missing", async () => {
  expect(await values.read(["b", "x", "a", "b"])).toEqual(["bread", undefined, "apple", "bread"]);
  expect(await values.read(["a", "b", "x"])).toEqual(["apple", "bread", undefined]);
  expect(asked).toEqual([["b", "x", "a"]]);
});

test("only what is missing is read, and concurrent readers share it", async () => {
  await values.read(["a"]);
  expect(await Promise.all([values.read(["a", "b"]), values.read(["b", "a"])])).toEqual([
    ["apple", "bread"],
    ["bread", "apple"],
  ]);
  expect(asked).toEqual([["a"], ["b"]]);
});

test("after a tag was invalidated, its values are read again", async () => {
  await values.read(["a", "b"]);
  stored.set("a", "avocado").set("b", "beans");
  invalidations.publish(["product:a", "anything else"]);
  expect(await values.read(["a", "b"])).toEqual(["avocado", "bread"]);
  for (const tag of ["shelves", EVERYTHING]) {
    stored.set("b", tag);
    invalidations.publish([tag]);
    expect(await values.read(["b"])).toEqual([tag]);
  }
});

test("what was being read during a change is neither stored nor given to anyone who asks afterwards", async () => {
  const gate = Promise.withResolvers<void>();
  waitFor = gate.promise;
  const before = values.read(["a"]);
  stored.set("a", "avocado");
  invalidations.publish(["product:a"]);
  waitFor = Promise.resolve();
  expect(await values.read(["a"])).toEqual(["avocado"]);
  gate.resolve();
  expect(await before).toEqual(["apple"]);
  expect(await values.read(["a"])).toEqual(["avocado"]);
  expect(asked).toHaveLength(2);
});

test("a failed read is tried again", async () => {
  waitFor = Promise.reject(new Error("away"));
  await expect(values.read(["a"])).rejects.toThrow("away");
  waitFor = Promise.resolve();
  expect(await values.read(["a"])).toEqual(["apple"]);
});

test("no more is stored than fits; the least recently read goes first", async () => {
  await values.read(["a", "b", "x"]);
  await values.read(["a"]);
  await values.read(["y"]);
  asked = [];
  await values.read(["a", "x", "y"]);
  expect(asked).toEqual([]);
  await values.read(["b"]);
  expect(asked).toEqual([["b"]]);
});
