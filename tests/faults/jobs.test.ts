import { chmodSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { openDatabase } from "#server/db/connect.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { enqueue, task, type Job } from "#server/jobs/jobs.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { startJobs } from "#server/jobs/start-jobs.ts";
import { ROUNDS } from "../support/burst.ts";
import { dataFolder, databaseProcess, untilTrue } from "../support/shop-process.ts";
import { processesOf } from "../support/processes.ts";

/** Campaigns use the shop's real timeouts; the short form uses shorter ones. */
const LONG = ROUNDS > 1;
const HANG_MS = LONG ? 20_000 : 3000;
const TIMEOUTS = LONG ? SERVING : { ...SERVING, connectionTimeoutMillis: 700, query_timeout: 1000 };
const PATIENCE = LONG ? undefined : { pollMs: 200, checkMs: 300, silentMs: 2000, unclaimedSeconds: 3, deadSeconds: 6, endMs: 5000 };
const DONE_WITHIN_MS = LONG ? 110_000 : 30_000;

const JOBS = 150;
const data = dataFolder();
chmodSync(data.path, 0o755);
const server = await startEmbedded(data.path);
await migrateDatabase(server.connection);
const open = (max: number) => openDatabase({ ...TIMEOUTS, ...server.connection, max }, () => {});
const database = open(10);
const log = pino({ level: "silent" });

const email = { name: "test.email", data: z.number() } satisfies Job;
const refund = { name: "test.refund", data: z.number() } satisfies Job;
const done = new Set<string>();
const work = (name: string) => async (n: number) => {
  await delay(5);
  // Like real jobs, it writes to the database before it finishes.
  await database.db.execute("select 1");
  done.add(`${name} ${n}`);
};
const end = startJobs(
  { database, log },
  () => open(RUNNER_CONNECTIONS),
  [task(email, work("email")), task(refund, work("refund"), { lane: "slow" })],
  PATIENCE,
);
beforeEach(() => done.clear());
afterAll(async () => {
  await end();
  await database.close();
  await server.stop();
  data.remove();
});

async function enqueueMany(): Promise<void> {
  await database.transact(async (tx) => {
    for (let n = 0; n < JOBS; n++) {
      await enqueue(tx, email, n);
      await enqueue(tx, refund, n);
    }
  });
}

/** Every job has run, and none is left, locked or not. */
async function everythingIsDone(): Promise<boolean> {
  const { rows } = await database.pool.query("select 1 from graphile_worker._private_jobs limit 1");
  return done.size === 2 * JOBS && rows.length === 0;
}

test("kill -9 of the database with jobs running: all are done without a restart", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    done.clear();
    await enqueueMany();
    await untilTrue(() => done.size > 20 + round, 20_000);
    process.kill(databaseProcess(data.path)!, "SIGKILL");
    await untilTrue(everythingIsDone, DONE_WITHIN_MS);
  }
});

// Finding the processes to stop needs /proc.
test.skipIf(process.platform !== "linux")("a database that hangs with jobs under way: all are done without a restart", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    done.clear();
    await enqueueMany();
    await untilTrue(() => done.size > 20 + round, 20_000);
    const frozen = processesOf(databaseProcess(data.path)!);
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    const before = done.size;
    await delay(HANG_MS);
    expect(done.size - before).toBeLessThanOrEqual(4);
    for (const pid of frozen) process.kill(pid, "SIGCONT");
    await untilTrue(everythingIsDone, DONE_WITHIN_MS);
  }
});
