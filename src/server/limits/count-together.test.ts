import { expect, test, vi } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { countedUnlessFailed } from "./count-together.ts";
import { RateLimit } from "./rate-limit.ts";

const { shop } = await openTestShop({ RATE_LIMIT: "on" });
const statusOf = (tried: Promise<void>) =>
  tried.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );
const limitOf = (name: string) => new RateLimit(shop, { name, tries: 10, seconds: 60 });

test("a flood that is refused without being counted gives nothing back", async () => {
  const limit = limitOf("flooded");
  const order = () => statusOf(countedUnlessFailed([{ limit, key: "a", tries: 500 }], async () => {}));
  // Counted, and not given back yet.
  expect(await statusOf(limit.count("a", 500))).toBe(429);
  expect(await Promise.all([order(), order(), order()])).toEqual([429, 429, 429]);
  await limit.giveBack("a", 500);
  expect([await statusOf(limit.count("a", 10)), await statusOf(limit.count("a"))]).toEqual([200, 429]);
});

test("tries that could not be counted are not given back", async () => {
  const limit = limitOf("uncounted");
  vi.spyOn(shop.database.pool, "query").mockRejectedValueOnce(Object.assign(new Error("Connection lost"), { code: "ECONNREFUSED" }));
  expect(await statusOf(countedUnlessFailed([{ limit, key: "a", tries: 5 }], async () => {}))).toBe(503);
  vi.restoreAllMocks();
  expect([await statusOf(limit.count("a", 10)), await statusOf(limit.count("a"))]).toEqual([200, 429]);
});

const failing = () => Promise.reject(Object.assign(new Error("Not on this shelf"), { status: 409 }));

test("work that runs while it is counted is refused all the same, and says nothing of how it ended", async () => {
  const limit = limitOf("refused");
  await limit.count("a", 10);
  const work = (done: () => Promise<void>) => statusOf(countedUnlessFailed([{ limit, key: "a", tries: 1 }], done));
  expect([await work(async () => {}), await work(failing)]).toEqual([429, 429]);
});
