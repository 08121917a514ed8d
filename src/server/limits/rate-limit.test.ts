import { expect, test, vi } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { readDatabaseTime } from "../db/clock.ts";
import { countTogether, once } from "./count-together.ts";
import { RateLimit } from "./rate-limit.ts";

const { shop } = await openTestShop({ RATE_LIMIT: "on" });
let names = 0;
const statusOf = (tried: Promise<void>) =>
  tried.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );
const limitOf = (tries: number, seconds: number, name = `test-${names++}`) => new RateLimit(shop, { name, tries, seconds });

test("attempts above the limit are a 429 with the wait, for that key only", async () => {
  const limit = limitOf(2, 60);
  await limit.count("a");
  await limit.count("a");
  await expect(limit.count("a")).rejects.toMatchObject({
    status: 429,
    message: expect.stringMatching(/^Too many tries\. Please try again in (60|59) seconds\.$/),
    headers: { "retry-after": expect.stringMatching(/^(60|59)$/) },
  });
  await limit.count("b");
});

test("concurrent attempts in several processes are counted together", async () => {
  const processes = [limitOf(5, 60, "shared"), limitOf(5, 60, "shared"), limitOf(5, 60, "shared")];
  const tries = await Promise.allSettled(processes.flatMap((limit) => Array.from({ length: 10 }, () => limit.count("a"))));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
});

/** Lets the tries of a limit be a minute older. */
const passMinute = (name: string) =>
  shop.database.pool.query("update rate_limit set expire = expire - 60000 where key like $1", [`${name}:%`]);

test("an attempt that is handed back does not count; the limit resets after its time", async () => {
  const limit = limitOf(1, 60, "given-back");
  await limit.count("a");
  await limit.giveBack("a");
  await limit.count("a");
  await expect(limit.count("a")).rejects.toMatchObject({ status: 429 });
  await passMinute("given-back");
  await limit.count("a");
});

test("tries are given back for as long as they count, and never more of them", async () => {
  const limit = limitOf(2, 60, "given-back-late");
  await limit.count("a");
  await passMinute("given-back-late");
  await limit.giveBack("a");
  await limit.giveBack("never counted", 5);
  const tries = ["a", "a", "a", "never counted", "never counted", "never counted"];
  const statuses = [];
  for (const key of tries) statuses.push(await statusOf(limit.count(key)));
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
});

test("tries counted while the database's clock was a day ahead no longer count once it is right", async () => {
  await readDatabaseTime(shop.database.db);
  const limit = limitOf(1, 60, "counted-ahead");
  const moveAhead = () => shop.database.pool.query("update rate_limit set expire = expire + 86400000 where key = 'counted-ahead:a'");
  await limit.count("a");
  expect(await statusOf(limit.check("a"))).toBe(429);
  await moveAhead();
  expect(await statusOf(limit.check("a"))).toBe(200);
  expect(await statusOf(limit.count("a"))).toBe(200);
  expect(await statusOf(limit.count("a"))).toBe(429);
  vi.setSystemTime(Date.now() + 86_400_000);
  await moveAhead();
  // This machine's clock may be the wrong one.
  expect(await statusOf(limit.check("a"))).toBe(429);
  vi.useRealTimers();
});

test("a flood is refused without writing to the database for each try", async () => {
  const [ofNetwork, ofAccount] = [limitOf(2, 60), limitOf(2, 60, "flooded-account")];
  const flood = await Promise.all(Array.from({ length: 110 }, () => statusOf(ofNetwork.count("a"))));
  expect(flood.filter((status) => status === 200)).toHaveLength(2);
  const query = vi.spyOn(shop.database.pool, "query");
  const tries = [once(ofNetwork, "a"), once(ofAccount, "made up")];
  const more = await Promise.all(Array.from({ length: 50 }, () => statusOf(countTogether(tries))));
  expect([new Set(more), query.mock.calls.length]).toEqual([new Set([429]), 0]);
  query.mockRestore();
  expect(await statusOf(ofNetwork.count("b"))).toBe(200);
  await ofNetwork.forget("a");
  expect(await statusOf(ofNetwork.count("a"))).toBe(200);
});

test("a count does not wait for the disk, so that tries of one network don't wait long for their row", async () => {
  const { pool } = shop.database;
  await pool.query(`
    create table committed (setting text);
    create function note_commit() returns trigger language plpgsql as $$
      begin insert into committed values (current_setting('synchronous_commit')); return null; end $$;
    create constraint trigger note_commit after insert or update on rate_limit deferrable initially deferred
      for each row execute function note_commit()`);
  const limit = limitOf(5, 60);
  await limit.count("a");
  await limit.giveBack("a");
  const { rows } = await pool.query("select setting from committed");
  expect(rows).toEqual([{ setting: "off" }, { setting: "off" }]);
  const settings = await Promise.all(Array.from({ length: 10 }, () => pool.query("show synchronous_commit")));
  expect(new Set(settings.map((answer) => answer.rows[0]?.synchronous_commit))).toEqual(new Set(["on"]));
  await pool.query("drop trigger note_commit on rate_limit; drop function note_commit; drop table committed");
});

test("if attempts cannot be counted, the response is a 503", async () => {
  const limit = limitOf(1, 60);
  await shop.database.pool.query("alter table rate_limit rename to gone");
  await expect(limit.count("a")).rejects.toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  await shop.database.pool.query("alter table gone rename to rate_limit");
  await limit.count("a");
});
