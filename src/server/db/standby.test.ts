import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { freePort, untilTrue } from "../../../tests/support/shop-process.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { watchInvalidations } from "../cache/watch-invalidations.ts";
import { openDatabase } from "./connect.ts";
import { openStandby, type Standby } from "./standby.ts";
import { cacheChanges } from "./tables.ts";

/** A URL that leads to the primary by mistake. */
const { connection } = await openTestShop();
const log = pino({ level: "silent" });
const standby = openStandby({ ...connection, application_name: "standby" }, log);
const database = openDatabase({ ...connection, application_name: "primary" }, () => {}, { standby });
const looks: string[][] = [];
const watch = () =>
  watchInvalidations(
    database.pool,
    (tags) => {
      looks.push(tags);
      standby.position.doubt();
    },
    () => {},
    { position: standby.position },
  );
let unwatch = watch();
afterAll(async () => {
  unwatch();
  await database.close();
});

const READ = sql`select current_setting('application_name') as by`;
const whoReads = async () => (await database.db.execute<{ by: string }>(READ)).rows[0]!.by;
/** On a busy machine, a poll may be late. */
const untilUsed = () => untilTrue(async () => (await standby.allow(whoReads)) === "standby", 30_000);
const untilKnown = () => untilTrue(() => standby.position.current !== undefined, 30_000);

test("a URL that leads to the primary itself works; only reads that may be behind go there", async () => {
  await untilUsed();
  expect(await whoReads()).toBe("primary");
  expect(await standby.allow(() => database.transact(async ({ tx }) => (await tx.execute<{ by: string }>(READ)).rows[0]!.by))).toBe(
    "primary",
  );
  expect(await standby.allow(async () => await database.db.insert(cacheChanges).values({ tags: [] }).returning())).toHaveLength(1);
  expect(await standby.look()).toEqual({ is: "current", share: expect.any(Number) });
});

test("what such work leaves for later goes to the primary", async () => {
  const later = Promise.withResolvers<string>();
  await standby.allow(async () => void setTimeout(() => void whoReads().then(later.resolve), 50));
  expect(await later.promise).toBe("primary");
});

test("after a change of this process, the primary answers until the watch has seen it", async () => {
  await database.transact(async ({ invalidate }) => invalidate("a"));
  standby.position.doubt();
  expect(await standby.allow(whoReads)).toBe("primary");
  await untilUsed();
  expect(looks.at(-1)).toEqual(["a"]);
});

test("polls without changes don't move the position, so the standby needn't have caught up with unrelated writes", async () => {
  await untilKnown();
  const known = standby.position.current;
  await database.pool.query("create table elsewhere ()");
  await delay(900);
  await untilKnown();
  expect(standby.position.current).toBe(known);
});

test("a position of more than a second ago is unknown", async () => {
  unwatch();
  await delay(1100);
  expect(standby.position.current).toBeUndefined();
  expect(await standby.allow(whoReads)).toBe("primary");
  unwatch = watch();
  await untilUsed();
});

test("a server with another start time is a different server, and is asked again after a pause", async () => {
  const { position } = standby;
  await untilKnown();
  position.follow({ ...position.current!, startedAt: "2020-01-01 00:00:00+00" }, true, performance.now());
  expect(await standby.allow(whoReads)).toBe("primary");
  position.doubt();
  await untilUsed();
});

test("an invalid query fails at the primary too, and says nothing about the standby", async () => {
  const wrong = standby.allow(async () => await database.db.execute(sql`select 1 / 0`));
  await expect(wrong).rejects.toMatchObject({ cause: { code: "22012" } });
  await untilUsed();
});

test("a standby that can't be reached costs one attempt, and is reported as unavailable", async () => {
  const dead: Standby = openStandby({ ...connection, host: "127.0.0.1", port: Number(await freePort()) }, log);
  const beside = openDatabase(connection, () => {}, { standby: dead });
  await untilKnown();
  const mark = standby.position.current!;
  const follow = () => dead.position.follow(mark, true, performance.now());
  follow();
  const following = setInterval(follow, 100);
  const { rows } = await dead.allow(async () => await beside.db.execute(sql`select 1 as one`));
  expect(rows).toEqual([{ one: 1 }]);
  expect(await dead.look()).toEqual({ is: "unavailable", share: 0 });
  clearInterval(following);
  await beside.close();
});
