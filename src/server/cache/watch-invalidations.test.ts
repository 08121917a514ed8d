import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { watchLateness } from "../../../tests/support/lateness.ts";
import { untilTrue } from "../../../tests/support/shop-process.ts";
import { EVERYTHING } from "./response-cache.ts";
import { announceInvalidations, deleteOldInvalidations, watchInvalidations } from "./watch-invalidations.ts";
import { cacheChanges } from "../db/tables.ts";

const { shop } = await openTestShop();
const { database } = shop;
const told: string[] = [];
const change = (tag: string) => database.transact(async ({ invalidate }) => invalidate(tag));
const aLook = () => new Promise((resolve) => setTimeout(resolve, 1000));

await change("before the watch");
const failures: unknown[] = [];
afterAll(
  watchInvalidations(
    database.pool,
    (tags) => told.push(...tags),
    (error) => failures.push(error),
  ),
);
await untilTrue(() => told.length > 0);
const atFirst = [...told];
beforeEach(() => void told.splice(0));

test("starting to watch invalidates everything", () => {
  expect(atFirst).toEqual([EVERYTHING]);
});

test("each change is reported once, even while an older transaction continues, and then that one's", async () => {
  const end = Promise.withResolvers<void>();
  const older = database.transact(async ({ tx, invalidate }) => {
    await tx.execute(sql`select pg_current_xact_id()`);
    invalidate("older");
    await end.promise;
  });
  await change("a");
  await change("b");
  await untilTrue(() => told.length >= 2);
  await aLook();
  expect(told).toEqual(["a", "b"]);
  end.resolve();
  await older;
  await untilTrue(() => told.length >= 3);
  await aLook();
  expect(told).toEqual(["a", "b", "older"]);
});

test("an announced change is reported long before the next poll", async () => {
  announceInvalidations(database);
  const waits: number[] = [];
  const lateness = watchLateness(() => database.pool.query("select 1"));
  for (let n = 0; n < 10; n++) {
    await change(`announced ${n}`);
    const changed = performance.now();
    await untilTrue(() => told.includes(`announced ${n}`));
    waits.push(performance.now() - changed);
  }
  // Without announcements it would be half of the time between polls. Announcing, hearing and reading may each be late.
  expect(waits.toSorted((a, b) => a - b)[5]).toBeLessThan(150 + 3 * (await lateness.end()));
});

test("after failed reads, everything may have changed; this is reported once", async () => {
  await database.db.execute(sql`alter table cache_change rename to elsewhere`);
  await untilTrue(() => failures.length > 0);
  await aLook();
  await database.db.execute(sql`alter table elsewhere rename to cache_change`);
  await untilTrue(() => told.length > 0);
  expect(told).toEqual([EVERYTHING]);
  expect(failures).toHaveLength(1);
});

test("changes are deleted after an hour", async () => {
  await database.db.delete(cacheChanges);
  await change("old");
  await database.db.update(cacheChanges).set({ at: sql`now() - interval '61 minutes'` });
  await change("young");
  await deleteOldInvalidations(database.db);
  expect((await database.db.select().from(cacheChanges)).map((row) => row.tags)).toEqual([["young"]]);
});

test("nothing is invalidated while it couldn't be computed again", async () => {
  const heard: string[] = [];
  const asked: string[] = [];
  const end = watchInvalidations(
    database.pool,
    (tags) => heard.push(...tags),
    () => {},
    {
      canServe: async () => {
        asked.push(...heard, "asked");
        if (asked.length < 3) throw new Error("not yet");
      },
    },
  );
  await untilTrue(() => heard.length > 0);
  end();
  expect([asked, heard]).toEqual([["asked", "asked", "asked"], [EVERYTHING]]);
});
