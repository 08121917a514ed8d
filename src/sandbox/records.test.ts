import { describe, expect, test } from "vitest";
import { openTestShop } from "../../tests/support/test-shop.ts";
import { databaseStore, deleteOldSandboxState } from "./database-store.ts";
import { signingKey } from "./paypal/signature.ts";
import { kind, memoryStore, type Records, type Store } from "./records.ts";

const { shop } = await openTestShop();
const THINGS = kind<{ n: number; name?: string }>("thing");
const daysAgo = (n: number) => new Date(Date.now() - n * 24 * 3_600_000);
const JOBS = kind<{ n: number }>("job");

/** Runs the same work eight times concurrently. */
const atOnce = <T>(store: Store, work: (records: Records) => Promise<T>) =>
  Promise.all(Array.from({ length: 8 }, () => store.transact(work)));

describe.each([
  ["in memory", memoryStore()],
  ["in the database", databaseStore(shop.database)],
])("%s", (_name, store) => {
  const put = (id: string, n: number, at?: Date) => store.transact((records) => records.put(THINGS, id, { n }, at));
  const get = (id: string) => store.transact((records) => records.get(THINGS, id));

  test("a record is what was last stored, until removed", async () => {
    expect(await get("a")).toBeUndefined();
    await put("a", 1);
    await put("a", 2);
    expect(await get("a")).toEqual({ n: 2 });
    await store.transact((records) => records.remove(THINGS, "a"));
    expect(await get("a")).toBeUndefined();
  });

  test("a transaction that throws leaves everything unchanged", async () => {
    await put("b", 1);
    const failing = store.transact(async (records) => {
      await records.put(THINGS, "b", { n: 2 });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await get("b")).toEqual({ n: 1 });
  });

  test("of many concurrent requests for a missing record, one creates it", async () => {
    const made = await atOnce(store, async (records) => {
      if (await records.get(THINGS, "once")) return 0;
      await records.put(THINGS, "once", { n: 1 });
      return 1;
    });
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  test("concurrent changes are not lost", async () => {
    await put("sum", 0);
    await atOnce(store, async (records) => {
      const { n } = (await records.get(THINGS, "sum"))!;
      await records.put(THINGS, "sum", { n: n + 1 });
    });
    expect(await get("sum")).toEqual({ n: 8 });
  });

  test("a list has the matching records, newest first", async () => {
    const name = "listed";
    await store.transact(async (records) => {
      for (const n of [1, 2, 3]) await records.put(THINGS, `l${n}`, { n, name }, new Date(2026, 0, n));
    });
    const list = (limit?: number) => store.transact((records) => records.list(THINGS, { name }, limit));
    expect((await list()).map(({ n }) => n)).toEqual([3, 2, 1]);
    expect(await list(1)).toHaveLength(1);
  });

  test("a due record is claimed by one process, and becomes due again at its new time", async () => {
    await store.transact(async (records) => {
      await records.put(JOBS, "due", { n: 1 }, new Date(1000));
      await records.put(JOBS, "later", { n: 2 }, new Date(9000));
    });
    const claim = (now: number, until: number) => store.transact((records) => records.claim(JOBS, new Date(now), new Date(until)));
    const [first, second] = await Promise.all([claim(2000, 5000), claim(2000, 5000)]);
    expect([first, second].filter((claimed) => claimed !== undefined)).toEqual([{ id: "due", value: { n: 1 } }]);
    expect(await claim(4999, 6000)).toBeUndefined();
    expect(await claim(5000, 9999)).toMatchObject({ id: "due" });
  });
});

test("records older than 30 days are deleted, except the signing key", async () => {
  const store = databaseStore(shop.database);
  const key = await signingKey(store);
  await store.transact(async (records) => {
    await records.put(THINGS, "old", { n: 1 }, daysAgo(31));
    await records.put(THINGS, "young", { n: 2 }, daysAgo(29));
  });
  await shop.database.pool.query("update sandbox_state set at = $1 where kind = 'paypal-key'", [daysAgo(31)]);
  await deleteOldSandboxState(shop.database.db);
  expect(await store.transact((records) => records.get(THINGS, "old"))).toBeUndefined();
  expect(await store.transact((records) => records.get(THINGS, "young"))).toEqual({ n: 2 });
  expect(await signingKey(store)).toEqual(key);
});
