import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { task, type Job } from "./jobs.ts";
import { Schedule } from "./schedule.ts";

const { shop } = await openTestShop();
const { db } = shop.database;
const named = (name: string) => ({ name, data: z.unknown() }) satisfies Job;
const tasks = [
  task(named("test.minutely"), async () => {}, { every: "* * * * *" }),
  task(named("test.never"), async () => {}, { every: "0 0 31 2 *" }),
];
/** A task that was due more than an hour ago, and is due again tomorrow. */
const nightly = () => [task(named("test.nightly"), async () => {}, { every: `30 ${(new Date().getUTCHours() + 22) % 24} * * *` })];

beforeEach(async () => {
  await db.execute(sql`delete from graphile_worker._private_known_crontabs`);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
});
afterEach(() => vi.useRealTimers());

async function scheduled(): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`select key from graphile_worker._private_jobs`);
  return rows.map(({ key }) => key);
}
/** Pretends that the last run was a minute ago. */
const aMinuteLater = () => db.execute(sql`update graphile_worker._private_known_crontabs set last_execution = now() - interval '1 minute'`);

test("due work is enqueued once, however many processes check, and only at its time", async () => {
  await Promise.all(Array.from({ length: 5 }, () => new Schedule(tasks).enqueueDue(db)));
  expect(await scheduled()).toEqual(["test.minutely"]);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await new Schedule(tasks).enqueueDue(db);
  expect(await scheduled()).toEqual([]);
});

test("work still waiting at its next time is not enqueued twice", async () => {
  await new Schedule(tasks).enqueueDue(db);
  await aMinuteLater();
  await new Schedule(tasks).enqueueDue(db);
  expect(await scheduled()).toEqual(["test.minutely"]);
});

test("work still running at its next time is not started twice, and is done by another process if its own died", async () => {
  await new Schedule(tasks).enqueueDue(db);
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'me', attempts = 1`);
  await aMinuteLater();
  await new Schedule(tasks).enqueueDue(db);
  expect(await scheduled()).toEqual(["test.minutely"]);
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`);
  const { rows } = await db.execute(sql`select is_available as available from graphile_worker._private_jobs`);
  expect(rows).toEqual([{ available: true }]);
});

test("work that failed for good is tried again at its next time", async () => {
  await new Schedule(tasks).enqueueDue(db);
  await db.execute(
    sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no', run_at = now() + interval '1 day'`,
  );
  await aMinuteLater();
  await new Schedule(tasks).enqueueDue(db);
  const { rows } = await db.execute(sql`
    select is_available as available, run_at <= now() as due, last_error as failure from graphile_worker._private_jobs`);
  expect(rows).toEqual([{ available: true, due: true, failure: null }]);
});

test("what was due while the shop was off is made up for at its start, but only once", async () => {
  await new Schedule(nightly()).enqueueDue(db);
  expect(await scheduled()).toEqual([]);
  await db.execute(sql`update graphile_worker._private_known_crontabs set last_execution = now() - interval '20 hours'`);
  await new Schedule(nightly()).enqueueDue(db);
  expect(await scheduled()).toEqual(["test.nightly"]);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await new Schedule(nightly()).enqueueDue(db);
  expect(await scheduled()).toEqual([]);
});

test("what others enqueued while a process was cut off is not enqueued again", async () => {
  const cutOff = new Schedule(nightly());
  const minute = Math.floor(Date.now() / 60_000) * 60_000 - 20 * 3_600_000;
  const execute = vi.spyOn(db, "execute").mockResolvedValueOnce({ rows: [{ minute }] } as never);
  await cutOff.enqueueDue(db);
  execute.mockRestore();
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await db.execute(sql`update graphile_worker._private_known_crontabs set last_execution = now() - interval '1 minute'`);
  await cutOff.enqueueDue(db);
  expect(await scheduled()).toEqual([]);
});

test("a process whose clock is a day ahead for a while neither enqueues early nor stops afterwards", async () => {
  const schedule = new Schedule(tasks);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 });
  await schedule.enqueueDue(db);
  const { rows } = await db.execute(sql`
    select j.run_at <= now() as due, c.last_execution <= now() as past from graphile_worker._private_jobs j
    join graphile_worker._private_known_crontabs c on c.identifier = j.key`);
  expect(rows).toEqual([{ due: true, past: true }]);
  vi.useRealTimers();
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await aMinuteLater();
  await new Schedule(tasks).enqueueDue(db);
  expect(await scheduled()).toEqual(["test.minutely"]);
});

test("a last run in the future, left by a wrong clock, is ignored", async () => {
  await db.execute(sql`
    insert into graphile_worker._private_known_crontabs values ('test.minutely', now(), now() + interval '1 day')`);
  await new Schedule(tasks).enqueueDue(db);
  expect(await scheduled()).toEqual(["test.minutely"]);
});
