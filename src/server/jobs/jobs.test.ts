import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { afterEach, expect, test, vi } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { openDatabase } from "../db/connect.ts";
import { failedJobTasks } from "./delete-failed-jobs.ts";
import { JobLocks } from "./job-locks.ts";
import { enqueue, task, type Job } from "./jobs.ts";
import { releaseOnce, RUNNER_CONNECTIONS } from "./runner.ts";
import { PATIENCE, startJobs } from "./start-jobs.ts";

const { shop, connection } = await openTestShop();
const { db } = shop.database;
const greet = { name: "test.greet", data: z.object({ name: z.string() }) } satisfies Job;

let end: (() => Promise<void>) | undefined;
afterEach(async () => {
  await end?.();
  end = undefined;
  await db.execute(sql`delete from graphile_worker._private_jobs`);
});

const openPool = () => openDatabase({ ...connection, max: RUNNER_CONNECTIONS }, () => {});

/** Runs jobs like a real shop until the test ends. */
function start(work: (name: string, id: string) => Promise<void>, patience = PATIENCE): void {
  end = startJobs(shop, openPool, [task(greet, ({ name }, id) => work(name, id))], patience);
}

test("a job runs once its transaction is committed, and never otherwise", async () => {
  const greeted: string[] = [];
  start(async (name) => void greeted.push(name));
  await expect(
    shop.database.transact(async ({ tx }) => {
      await enqueue(tx, greet, { name: "nobody" });
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await shop.database.transact(({ tx }) => enqueue(tx, greet, { name: "Ana" }));
  await vi.waitFor(() => expect(greeted).toEqual(["Ana"]), 18_000);
});

/** How long the only job waits, in seconds. */
async function pause(): Promise<number | undefined> {
  const { rows } = await db.execute<{ pause: number }>(
    sql`select extract(epoch from run_at - now())::float8 as pause from graphile_worker._private_jobs`,
  );
  return rows[0]?.pause;
}

test("a failed job is retried later under the same id", async () => {
  const ids: string[] = [];
  start(async (_name, id) => {
    ids.push(id);
    if (ids.length === 1) throw new Error("not yet");
  });
  await enqueue(db, greet, { name: "Ana" });
  await vi.waitFor(() => expect(ids).toHaveLength(1), 18_000);
  await vi.waitFor(async () => expect(await pause()).toBeGreaterThan(1), 18_000);
  await vi.waitFor(() => expect(ids).toHaveLength(2), 18_000);
  expect(ids[1]).toBe(ids[0]);
});

test("a job that failed for good is deleted after a week, and no other", async () => {
  for (const name of ["failed long ago", "failed", "waiting for long"]) await enqueue(db, greet, { name });
  await db.execute(sql`
    update graphile_worker._private_jobs set
      attempts = case when payload -> 'data' ->> 'name' like 'failed%' then max_attempts else 1 end,
      run_at = now() - case when payload -> 'data' ->> 'name' like '%long%' then interval '8 days' else interval '6 days' end`);
  // The task uses neither the library's helpers nor data.
  for (const { execute } of failedJobTasks(shop)) await execute({ id: "1", data: null }, undefined as never);
  const { rows } = await db.execute(sql`select payload -> 'data' ->> 'name' as name from graphile_worker._private_jobs order by id`);
  expect(rows).toEqual([{ name: "failed" }, { name: "waiting for long" }]);
});

test("a job with a later due time waits", async () => {
  const greeted: string[] = [];
  start(async (name) => void greeted.push(name));
  await enqueue(db, greet, { name: "later" }, new Date(Date.now() + 1500));
  await enqueue(db, greet, { name: "now" });
  await vi.waitFor(() => expect(greeted).toEqual(["now"]), 18_000);
  await vi.waitFor(() => expect(greeted).toEqual(["now", "later"]), 18_000);
});

test("new jobs are announced after their transactions, several at a time, and runners that hear of them start them", async () => {
  const client = await shop.database.pool.connect();
  let heard = 0;
  client.on("notification", () => void heard++);
  await client.query('listen "jobs:insert"');
  const greeted: string[] = [];
  start(async (name) => void greeted.push(name), { ...PATIENCE, pollMs: 600_000 });
  const names = Array.from({ length: 100 }, (_, n) => `${n}`);
  await Promise.all(names.map((name) => shop.database.transact(({ tx }) => enqueue(tx, greet, { name }))));
  await vi.waitFor(() => expect(greeted.toSorted()).toEqual(names.toSorted()), 18_000);
  client.release(true);
  // PostgreSQL commits transactions that announce something one after the other.
  expect(heard).toBeLessThan(50);
});

const CONFIRM = { unclaimedSeconds: 25, deadSeconds: 60 };

/** Creates a job locked by a runner for some seconds. @returns its id */
async function lockedJob(by: string, seconds: number): Promise<string> {
  await enqueue(db, greet, { name: by }, new Date(Date.now() + 60_000));
  const { rows } = await db.execute<{ id: string }>(sql`
    update graphile_worker._private_jobs set locked_by = ${by}, locked_at = now() - make_interval(secs => ${seconds})
    where payload -> 'data' ->> 'name' = ${by} and locked_at is null returning id::text`);
  return rows[0]!.id;
}

const isLocked = async (id: string) =>
  (await db.execute(sql`select 1 from graphile_worker._private_jobs where id = ${id} and locked_at is not null`)).rows.length === 1;

test("a dead process's job is free after a minute, a working process's is not", async () => {
  const [dead, alive] = [await lockedJob("dead", 61), await lockedJob("alive", 61)];
  const [mine, others] = [new JobLocks(CONFIRM), new JobLocks(CONFIRM)];
  await others.confirmAndFree(db, []);
  expect(await isLocked(dead)).toBe(true); // it may not have had a chance to renew
  await mine.confirmAndFree(db, [{ name: () => "alive", working: () => [alive] }]);
  await others.confirmAndFree(db, []);
  expect([await isLocked(dead), await isLocked(alive)]).toEqual([false, true]);
});

test("a job locked for this process that never received it is soon free, and so is its queue", async () => {
  const lost = await lockedJob("runner", 26);
  await db.execute(sql`
    with q as (insert into graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
      values ('alone', 'runner', now() - interval '26 seconds') returning id)
    update graphile_worker._private_jobs set job_queue_id = q.id from q`);
  const working = await lockedJob("runner", 26);
  const locks = new JobLocks(CONFIRM);
  const runner = { name: () => "runner", working: () => [working] };
  await locks.confirmAndFree(db, [runner]);
  expect([await isLocked(lost), await isLocked(working)]).toEqual([false, true]);
  const { rows } = await db.execute(sql`select 1 from graphile_worker._private_job_queues where locked_at is not null`);
  expect(rows).toEqual([]);
});

test("a replaced runner's job is kept alive while it runs, and freed afterwards", async () => {
  const job = await lockedJob("first", 26);
  const locks = new JobLocks(CONFIRM);
  await locks.confirmAndFree(db, [{ name: () => "first", working: () => [job] }]);
  expect(await isLocked(job)).toBe(true);
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = now() - interval '26 seconds'`);
  await locks.confirmAndFree(db, [{ name: () => "second", working: () => [] }]);
  expect(await isLocked(job)).toBe(false);
});

test("slow jobs do not delay urgent ones", async () => {
  const silent = { name: "test.silent", data: z.object({}) } satisfies Job;
  const answer = Promise.withResolvers<void>();
  const greeted: string[] = [];
  const waiting: string[] = [];
  const stop = startJobs(shop, openPool, [
    task(greet, async ({ name }) => void greeted.push(name)),
    task(
      silent,
      async (_data, id) => {
        waiting.push(id);
        await answer.promise;
      },
      { lane: "slow" },
    ),
  ]);
  for (let n = 0; n < 8; n++) await enqueue(db, silent, {});
  await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(1), 18_000);
  await enqueue(db, greet, { name: "Ana" });
  await vi.waitFor(() => expect(greeted).toEqual(["Ana"]), 18_000);
  answer.resolve();
  await stop();
});

test("a listening connection that the library releases twice, as when it breaks during a stop, harms nothing", async () => {
  const own = openPool();
  releaseOnce(own.pool);
  const released = Promise.withResolvers<void>();
  own.pool.connect((_error, _client, release) => {
    release(true);
    released.resolve(Promise.try(() => release()));
  });
  await released.promise;
  expect(own.pool.totalCount).toBe(0);
  await own.close();
});

test("a listening connection that could not be made is released without harm, as the library does in a runner that has stopped", async () => {
  const own = openPool();
  releaseOnce(own.pool);
  await own.close();
  const connected = Promise.withResolvers<() => void>();
  own.pool.connect((_failure, _client, release) => connected.resolve(release));
  const release = await connected.promise;
  expect(release).not.toThrow();
});

test("a runner that gets no response while work is due is replaced", async () => {
  const greeted: string[] = [];
  const opened: ReturnType<typeof openDatabase>[] = [];
  const open = () => {
    const own = openPool();
    opened.push(own);
    // The first runner's connections hang: no reply, no error.
    if (opened.length === 1) own.pool.connect = () => new Promise<never>(() => {});
    return own;
  };
  const patience = { pollMs: 50, checkMs: 50, silentMs: 300, unclaimedSeconds: 3, deadSeconds: 6, endMs: 500 };
  const stop = startJobs(shop, open, [task(greet, async ({ name }) => void greeted.push(name))], patience);
  await enqueue(db, greet, { name: "Ana" });
  await vi.waitFor(() => expect(greeted).toEqual(["Ana"]), 18_000);
  expect(opened).toHaveLength(2);
  await stop();
});
