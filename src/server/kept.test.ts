import { expect, test } from "vitest";
import { EVERYTHING, Kept, keepable } from "./kept.ts";

const answer = (body: string) => keepable(200, {}, body);

test("a dropped tag drops the answers that carry it and no others", () => {
  const kept = new Kept();
  kept.keep(kept.begin(), "a", ["product:1", "shelf"], answer("a"));
  kept.keep(kept.begin(), "b", ["product:2", "shelf"], answer("b"));
  kept.drop(["product:1"]);
  expect(kept.get("a")).toBeUndefined();
  expect(kept.get("b")?.identity.body.toString()).toBe("b");
  kept.drop([EVERYTHING]);
  expect(kept.get("b")).toBeUndefined();
});

test("an answer computed from data that changed meanwhile is not kept", () => {
  const kept = new Kept();
  const ticket = kept.begin();
  kept.drop(["product:1"]);
  kept.keep(ticket, "a", ["product:1"], answer("old"));
  expect(kept.get("a")).toBeUndefined();
  kept.keep(kept.begin(), "a", ["product:1"], answer("new"));
  expect(kept.get("a")?.identity.body.toString()).toBe("new");
});

test("the store is bounded by bytes, the least recently used go first", () => {
  const kept = new Kept(10_000);
  for (const name of ["a", "b", "c"]) kept.keep(kept.begin(), name, [name], answer("x".repeat(700)));
  for (let i = 0; i < 20; i++) {
    kept.get("a");
    kept.keep(kept.begin(), `filler ${i}`, ["filler"], answer("x".repeat(700)));
  }
  expect(kept.get("a")).toBeDefined();
  expect(kept.get("b")).toBeUndefined();
});

test("large answers are compressed once, with an ETag by content", () => {
  const large = answer("despensa ".repeat(1000));
  expect(large.br!.body.length).toBeLessThan(large.identity.body.length / 10);
  expect(large.gzip!.body.length).toBeLessThan(large.identity.body.length / 10);
  expect(large.etag).toBe(answer("despensa ".repeat(1000)).etag);
  expect(answer("small").br).toBeUndefined();
});
