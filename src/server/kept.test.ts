import { expect, test } from "vitest";
import { EVERYTHING, Kept, keepable } from "./kept.ts";

const answer = (body: string) => keepable(200, {}, body);

/** Keeps an answer as a request would. */
const keep = (kept: Kept, key: string, tags: string[], body: string) => kept.answer(key, async () => ({ answer: answer(body), tags }));
const bodyOf = (kept: Kept, key: string) => kept.get(key)?.identity.body.toString();

test("a dropped tag drops the answers that carry it and no others", async () => {
  const kept = new Kept();
  await keep(kept, "a", ["product:1", "shelf"], "a");
  await keep(kept, "b", ["product:2", "shelf"], "b");
  kept.drop(["product:1"]);
  expect(bodyOf(kept, "a")).toBeUndefined();
  expect(bodyOf(kept, "b")).toBe("b");
  kept.drop([EVERYTHING]);
  expect(bodyOf(kept, "b")).toBeUndefined();
});

test("an answer without tags is not kept", async () => {
  const kept = new Kept();
  await kept.answer("a", async () => ({ answer: answer("a"), tags: null }));
  expect(bodyOf(kept, "a")).toBeUndefined();
});

test("who asks while an answer is made gets the same one; a failure is everyone's, and is not remembered", async () => {
  const kept = new Kept();
  let made = 0;
  const slow = () => kept.answer("a", () => Promise.resolve({ answer: answer(`${++made}`), tags: ["shelf"] }));
  const answers = await Promise.all([slow(), slow(), slow()]);
  expect(answers.map(({ identity }) => identity.body.toString())).toEqual(["1", "1", "1"]);
  const failing = () => kept.answer("b", () => Promise.reject(new Error("away")));
  await expect(Promise.all([failing(), failing()])).rejects.toThrow("away");
  expect((await keep(kept, "b", [], "here")).identity.body.toString()).toBe("here");
});

test("an answer computed from data that changed meanwhile is not kept, and nobody else gets it", async () => {
  const kept = new Kept();
  const { promise: data, resolve: read } = Promise.withResolvers<string>();
  const old = kept.answer("a", async () => ({ answer: answer(await data), tags: ["product:1"] }));
  kept.drop(["product:1"]);
  const next = await keep(kept, "a", ["product:1"], "new");
  read("old");
  expect((await old).identity.body.toString()).toBe("old");
  expect(next.identity.body.toString()).toBe("new");
  expect(bodyOf(kept, "a")).toBe("new");
});

test("the store is bounded by bytes, the least recently used go first", async () => {
  const kept = new Kept(20_000);
  for (const name of ["a", "b", "c"]) await keep(kept, name, [name], "x".repeat(700));
  for (let i = 0; i < 20; i++) {
    kept.get("a");
    await keep(kept, `filler ${i}`, ["filler"], "x".repeat(700));
  }
  expect(kept.get("a")).toBeDefined();
  expect(kept.get("b")).toBeUndefined();
});

test("large answers are compressed once, with an ETag by content", () => {
  const large = answer("despensa ".repeat(1000));
  expect(large.br.body.length).toBeLessThan(large.identity.body.length / 10);
  expect(large.gzip.body.length).toBeLessThan(large.identity.body.length / 10);
  expect(large.etag).toBe(answer("despensa ".repeat(1000)).etag);
  const small = answer("small");
  expect(small.br).toBe(small.identity);
});
