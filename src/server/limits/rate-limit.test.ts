import { expect, test, vi } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { countedUnlessFailed, countTogether, NetworkLimit, networkOf, networksOf, once, RateLimit } from "./rate-limit.ts";

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

test("an attempt that is handed back does not count; the limit resets after its time", async () => {
  const limit = limitOf(1, 1);
  await limit.count("a");
  await limit.giveBack("a");
  await limit.count("a");
  await expect(limit.count("a")).rejects.toMatchObject({ status: 429 });
  await new Promise((resolve) => setTimeout(resolve, 1050));
  await limit.count("a");
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

test("an IPv6 /48 is counted as well as its /64 networks; IPv4 addresses have no wider network", async () => {
  const limit = new NetworkLimit(shop, { name: `test-${names++}`, tries: 2, seconds: 60 });
  const from = (ip: string) => statusOf(limit.count(ip, "ana"));
  const statuses = [];
  for (let n = 0; n < 9; n++) statuses.push(await from(`2001:db8:1:${n}::1`));
  expect(statuses).toEqual([...Array<number>(8).fill(200), 429]);
  expect(await from("2001:db8:2::1")).toBe(200);
  await limit.giveBack("2001:db8:1:7::1", "ana");
  expect(await from("2001:db8:1:99::1")).toBe(429); // the refused try counts too
  await limit.forget("2001:db8:1:7::1", "ana");
  expect(await from("2001:db8:1:99::1")).toBe(200);
  for (let n = 0; n < 20; n++) expect(await from(`203.0.113.${n}`)).toBe(200);
});

test("the networks of an address", () => {
  expect(networksOf("2001:db8:1:2:3::4")).toEqual({ narrow: "2001:db8:1:2", wide: "2001:db8:1" });
  expect(networksOf("203.0.113.9")).toEqual({ narrow: "203.0.113.9" });
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:4711", "203.0.113.9"],
  ["[2001:db8:1:2::9]:4711", "2001:db8:1:2"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:FFFF:cb00:7109", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0db8:1:0002::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::", "fe80:0:0:0"],
])("limits count %s as %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test("work from a network counts for its /48 too, and not at all if it fails", async () => {
  const limit = new NetworkLimit(shop, { name: "test-counted", tries: 2, wideTries: 3, seconds: 60 });
  await expect(countedUnlessFailed(limit.limitsOf("2001:db8:1:1::1", 2), () => Promise.reject(new Error("sold out")))).rejects.toThrow(
    "sold out",
  );
  await countedUnlessFailed(limit.limitsOf("2001:db8:1:1::1", 2), async () => {});
  await expect(countedUnlessFailed(limit.limitsOf("2001:db8:1:2::1", 2), async () => {})).rejects.toMatchObject({ status: 429 });
  await countedUnlessFailed(limit.limitsOf("2001:db8:1:2::1", 1), async () => {});
  await expect(limit.check("2001:db8:1:3::1")).rejects.toMatchObject({ status: 429 });
  await limit.check("2001:db8:2:1::1");
});
