import { chmodSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { openDatabase } from "#server/db/connect.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { enqueue, task, type Job } from "#server/jobs/jobs.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { runnersReplaced, startJobs } from "#server/jobs/start-jobs.ts";
import { startProxy } from "../support/database-proxy.ts";
import { dataFolder, untilTrue } from "../support/shop-process.ts";

/** The shop's timeouts, all shortened alike. */
const TIMEOUTS = { ...SERVING, connectionTimeoutMillis: 500, query_timeout: 800 };
const PATIENCE = { pollMs: 100, checkMs: 200, silentMs: 1500, unclaimedSeconds: 2, deadSeconds: 4, endMs: 5000 };
const FAULT_MS = 3000;
const DONE_WITHIN_MS = 20_000;
const JOBS = 60;

const data = dataFolder();
chmodSync(data.path, 0o755);
const server = await startEmbedded(data.path);
await migrateDatabase(server.connection);
const proxy = await startProxy(server.connection);
const open = (max: number) => openDatabase({ ...TIMEOUTS, ...proxy.connection, max }, () => {});
const database = open(10);
const direct = new pg.Pool({ ...server.superuser, max: 2 });
const logged: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });

const email = { name: "test.email", data: z.number() } satisfies Job;
const refund = { name: "test.refund", data: z.number() } satisfies Job;
const done = new Set<string>();
const work = (name: string) => async (n: number) => {
  await delay(2);
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
afterEach(() => proxy.goOn());
afterAll(async () => {
  await end();
  await database.close();
  await proxy.close();
  await direct.end();
  await server.stop();
  data.remove();
});

/** Enqueued past the proxy, so that a fault never loses one. */
async function enqueueMany(): Promise<void> {
  const past = openDatabase({ ...server.connection, max: 1 }, () => {});
  await past.transact(async (tx) => {
    for (let n = 0; n < JOBS; n++) {
      await enqueue(tx, email, n);
      await enqueue(tx, refund, n);
    }
  });
  await past.close();
}

async function everythingIsDone(): Promise<boolean> {
  const { rows } = await direct.query("select 1 from graphile_worker._private_jobs limit 1");
  return done.size === 2 * JOBS && rows.length === 0;
}

/** Injects a fault while jobs are under way, ends it, and waits until every job is done. */
async function survive(fault: () => unknown, mend: () => unknown = () => {}, faultMs = FAULT_MS): Promise<void> {
  await enqueueMany();
  await untilTrue(() => done.size > 10, 10_000);
  await fault();
  await delay(faultMs);
  await mend();
  await untilTrue(everythingIsDone, DONE_WITHIN_MS);
}

const terminateAll = () =>
  direct.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [server.connection.user]);

test("jobs go on after a network that hangs", () => survive(proxy.hang, proxy.goOn));

test("jobs go on after a network that hangs for much longer than every timeout", () => survive(proxy.hang, proxy.goOn, 4 * FAULT_MS));

test("jobs go on after connections whose replies are lost for good", () => survive(proxy.loseReplies));

test("jobs go on after connections that are cut again and again", async () => {
  const cutting = setInterval(proxy.cut, 150);
  await survive(
    () => {},
    () => clearInterval(cutting),
  );
});

test("jobs go on after a database that refuses connections", () => survive(proxy.refuse, proxy.goOn));

test("jobs go on after their backends are terminated", () => survive(terminateAll));

test("jobs go on after too many connections (53300)", () =>
  survive(
    async () => {
      await direct.query(`alter role ${server.connection.user} connection limit 0`);
      await terminateAll();
    },
    () => direct.query(`alter role ${server.connection.user} connection limit -1`),
  ));

test("jobs go on after a database that was read only (25006)", () =>
  survive(
    async () => {
      await direct.query(`alter role ${server.connection.user} set default_transaction_read_only = on`);
      await terminateAll();
    },
    async () => {
      await direct.query(`alter role ${server.connection.user} reset default_transaction_read_only`);
      await terminateAll();
    },
  ));

test("jobs go on after a full disk (53100)", () =>
  survive(
    async () => {
      await direct.query(`
        create function public.disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      for (const table of ["_private_jobs", "_private_job_queues", "_private_known_crontabs"])
        await direct.query(`
          create trigger disk_full before insert or update or delete on graphile_worker.${table} execute function public.disk_full()`);
    },
    () => direct.query("drop function public.disk_full() cascade"),
  ));

test("a runner that hears nothing while work is due is replaced, and the log and a counter say so", async () => {
  // Without timeouts of its own, nothing but the watchdog can tell that it is deaf.
  const patient = () => openDatabase({ ...proxy.connection, max: RUNNER_CONNECTIONS }, () => {});
  const deaf = { name: "test.deaf", data: z.number() } satisfies Job;
  let heard = 0;
  const endPatient = startJobs({ database, log }, patient, [task(deaf, async () => void heard++)], PATIENCE);
  const past = openDatabase({ ...server.connection, max: 1 }, () => {});
  await enqueue(past.db, deaf, 1);
  await untilTrue(() => heard === 1, 10_000);
  const before = runnersReplaced();
  logged.length = 0;
  proxy.loseReplies();
  await enqueue(past.db, deaf, 2);
  await untilTrue(() => heard === 2, DONE_WITHIN_MS);
  expect(runnersReplaced()).toBeGreaterThan(before);
  expect(logged.join("")).toContain("a job runner was replaced");
  await endPatient();
  await past.close();
});

test("jobs enqueued, retried or locked while the database's clock was a day ahead are done once it is right", async () => {
  await enqueueMany();
  await direct.query(`
    update graphile_worker._private_jobs
    set run_at = run_at + interval '1 day', created_at = created_at + interval '1 day', updated_at = updated_at + interval '1 day'`);
  await direct.query(`
    update graphile_worker._private_jobs set locked_at = now() + interval '1 day', locked_by = 'a process that died'
    where id = any(array(select id from graphile_worker._private_jobs limit 20))`);
  await untilTrue(everythingIsDone, DONE_WITHIN_MS);
});
