import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { EVERYTHING, ResponseCache, cacheable } from "./response-cache.ts";

const answer = (body: string) => cacheable(200, {}, body);

const keep = (cache: ResponseCache, key: string, tags: string[], body: string) =>
  cache.respond(key, async () => ({ response: answer(body), tags }));
const bodyOf = (cache: ResponseCache, key: string) => cache.get(key)?.identity.body.toString();

test("invalidating a tag removes only the responses that carry it", async () => {
  const cache = new ResponseCache();
  await keep(cache, "a", ["product:1", "shelf"], "a");
  await keep(cache, "b", ["product:2", "shelf"], "b");
  cache.invalidate(["product:1"]);
  expect(bodyOf(cache, "a")).toBeUndefined();
  expect(bodyOf(cache, "b")).toBe("b");
  cache.invalidate([EVERYTHING]);
  expect(bodyOf(cache, "b")).toBeUndefined();
});

test("a response without tags is not cached", async () => {
  const cache = new ResponseCache();
  await cache.respond("a", async () => ({ response: answer("a"), tags: null }));
  expect(bodyOf(cache, "a")).toBeUndefined();
});

test("concurrent requests share one response; a failure reaches all of them and is not cached", async () => {
  const cache = new ResponseCache();
  let made = 0;
  const slow = () => cache.respond("a", () => Promise.resolve({ response: answer(`${++made}`), tags: ["shelf"] }));
  const answers = await Promise.all([slow(), slow(), slow()]);
  expect(answers.map(({ identity }) => identity.body.toString())).toEqual(["1", "1", "1"]);
  const failing = () => cache.respond("b", () => Promise.reject(new Error("away")));
  await expect(Promise.all([failing(), failing()])).rejects.toThrow("away");
  expect((await keep(cache, "b", [], "here")).identity.body.toString()).toBe("here");
});

test("a response computed from data that has changed since is not cached, and not shared", async () => {
  const cache = new ResponseCache();
  const { promise: data, resolve: read } = Promise.withResolvers<string>();
  const old = cache.respond("a", async () => ({ response: answer(await data), tags: ["product:1"] }));
  cache.invalidate(["product:1"]);
  const next = await keep(cache, "a", ["product:1"], "new");
  read("old");
  expect((await old).identity.body.toString()).toBe("old");
  expect(next.identity.body.toString()).toBe("new");
  expect(bodyOf(cache, "a")).toBe("new");
});

test("the cache is limited in bytes, and evicts the least recently used first", async () => {
  const cache = new ResponseCache(20_000);
  for (const name of ["a", "b", "c"]) await keep(cache, name, [name], "x".repeat(700));
  for (let i = 0; i < 20; i++) {
    cache.get("a");
    await keep(cache, `filler ${i}`, ["filler"], "x".repeat(700));
  }
  expect(cache.get("a")).toBeDefined();
  expect(cache.get("b")).toBeUndefined();
});

test("a page is compressed thoroughly from the first visitor on", () => {
  const text = Array.from({ length: 1000 }, (_, n) => `despensa ${n * n}`).join();
  const [page, data] = ["text/html; charset=utf-8", "application/json"].map((type) => cacheable(200, { "content-type": type }, text));
  expect(page!.br).toBe(page!.br);
  expect(page!.br.body.length).toBe((void data!.br, data!.br.body.length));
});

test("large responses are compressed quickly at first and once more if sent again, with an ETag of their content", () => {
  const large = answer(Array.from({ length: 1000 }, (_, n) => `despensa ${n * n}`).join());
  const { br: first } = large;
  const { br: again } = large;
  expect(first.body.length).toBeLessThan(large.identity.body.length / 2);
  expect(again.body.length).toBeLessThan(first.body.length);
  expect(large.br).toBe(again);
  for (const { body } of [first, again]) expect(brotliDecompressSync(body)).toEqual(large.identity.body);
  expect(large.gzip.body.length).toBeLessThan(large.identity.body.length / 2);
  expect(large.etag).toBe(answer(large.identity.body.toString()).etag);
  const small = answer("small");
  expect(small.br).toBe(small.identity);
});

test("cached responses take only their own bytes in memory", () => {
  const text = "apple ".repeat(300);
  const { identity, br, gzip } = cacheable(200, { "content-type": "text/html" }, text);
  for (const { body } of [identity, br, gzip]) expect(body.buffer.byteLength).toBe(body.length);
});
