import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { afterEach, expect, test, vi } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { openDatabase } from "../db/connect.ts";
import { enqueue, JOB_CONNECTIONS, keepAndFree, startJobs, task, type Job } from "./jobs.ts";

const { shop, connection } = await openTestShop();
const { db } = shop.database;
const greet = { name: "test.greet", data: z.object({ name: z.string() }) } satisfies Job;

let end: (() => Promise<void>) | undefined;
afterEach(async () => {
  await end?.();
  end = undefined;
});

/** Does jobs as a running shop does, until the test ends. */
function start(work: (name: string, id: string) => Promise<void>): void {
  const forJobs = openDatabase({ ...connection, max: JOB_CONNECTIONS }, () => {});
  const endJobs = startJobs(shop, forJobs.pool, [task(greet, ({ name }, id) => work(name, id))]);
  end = async () => {
    await endJobs();
    await forJobs.close();
  };
}

test("a job is done when its transaction is committed, and never when it is not", async () => {
  const greeted: string[] = [];
  start(async (name) => void greeted.push(name));
  await expect(
    shop.database.transact(async (tx) => {
      await enqueue(tx, greet, { name: "nobody" });
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await shop.database.transact((tx) => enqueue(tx, greet, { name: "Ana" }));
  await vi.waitFor(() => expect(greeted).toEqual(["Ana"]), 18_000);
});

/** How long the one job waits, in seconds. */
async function pause(): Promise<number | undefined> {
  const { rows } = await db.execute<{ pause: number }>(
    sql`select extract(epoch from run_at - now())::float8 as pause from graphile_worker._private_jobs`,
  );
  return rows[0]?.pause;
}

test("a job that fails is tried again later under the same id", async () => {
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

test("a job that is due later waits", async () => {
  const greeted: string[] = [];
  start(async (name) => void greeted.push(name));
  await enqueue(db, greet, { name: "later" }, new Date(Date.now() + 1500));
  await enqueue(db, greet, { name: "now" });
  await vi.waitFor(() => expect(greeted).toEqual(["now"]), 18_000);
  await vi.waitFor(() => expect(greeted).toEqual(["now", "later"]), 18_000);
});

test("the job of a process that died is free after a minute, that of one that lives is not", async () => {
  await enqueue(db, greet, { name: "dead" }, new Date(Date.now() + 60_000));
  await enqueue(db, greet, { name: "alive" }, new Date(Date.now() + 60_000));
  await db.execute(sql`
    update graphile_worker._private_jobs
    set locked_by = payload -> 'data' ->> 'name', locked_at = now() - interval '61 seconds'`);
  await keepAndFree(db, "alive");
  const { rows } = await db.execute(sql`select locked_by from graphile_worker._private_jobs order by id`);
  expect(rows).toEqual([{ locked_by: null }, { locked_by: "alive" }]);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
});
