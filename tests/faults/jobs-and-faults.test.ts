import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { openDatabase } from "#server/db/connect.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { enqueue, task, type Job } from "#server/jobs/jobs.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { startJobs } from "#server/jobs/start-jobs.ts";
import { measureProcess, metricsOfProcess } from "#server/metrics/web-metrics.ts";
import { startProxy } from "../support/database-proxy.ts";
import { dataFolder, untilTrue } from "../support/shop-process.ts";
import { runTestJobs } from "../support/test-jobs.ts";

/** The shop's timeouts, all shortened alike. */
const TIMEOUTS = { ...SERVING, connectionTimeoutMillis: 1000, query_timeout: 1500 };
const PATIENCE = { pollMs: 100, checkMs: 200, silentMs: 2000, unclaimedSeconds: 3, deadSeconds: 4, endMs: 4000 };
const FAULT_MS = 2500;
const LONGER_THAN_ALL_MS = 7000;

const data = dataFolder({ database: true });
const server = await startEmbedded(data.path);
const proxy = await startProxy(server.connection);
const jobs = runTestJobs({ server, connection: proxy.connection, timeouts: TIMEOUTS, patience: PATIENCE, count: 60, workMs: 2 });

afterEach(() => proxy.goOn());
afterAll(async () => {
  await jobs.end();
  await proxy.close();
  await server.stop();
  data.remove();
});

/** Injects a fault while jobs are under way, ends it, and waits until every job is done. */
async function survive(fault: () => unknown, mend: () => unknown = () => {}, faultMs = FAULT_MS): Promise<void> {
  await jobs.enqueueAll();
  await untilTrue(() => jobs.done.size > 10);
  await fault();
  await delay(faultMs);
  await mend();
  await untilTrue(() => jobs.allDone());
}

const terminateAll = () =>
  jobs.direct.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [server.connection.user]);

test("jobs go on after a network that hangs", () => survive(proxy.hang, proxy.goOn));

test("jobs go on after a network that hangs for much longer than every timeout", () => survive(proxy.hang, proxy.goOn, LONGER_THAN_ALL_MS));

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
      await jobs.direct.query(`alter role ${server.connection.user} connection limit 0`);
      await terminateAll();
    },
    () => jobs.direct.query(`alter role ${server.connection.user} connection limit -1`),
  ));

test("jobs go on after a database that was read only (25006)", () =>
  survive(
    async () => {
      await jobs.direct.query(`alter role ${server.connection.user} set default_transaction_read_only = on`);
      await terminateAll();
    },
    async () => {
      await jobs.direct.query(`alter role ${server.connection.user} reset default_transaction_read_only`);
      await terminateAll();
    },
  ));

test("jobs go on after a full disk (53100)", () =>
  survive(
    async () => {
      await jobs.direct.query(`
        create function public.disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      for (const table of ["_private_jobs", "_private_job_queues", "_private_known_crontabs"])
        await jobs.direct.query(`
          create trigger disk_full before insert or update or delete on graphile_worker.${table} execute function public.disk_full()`);
    },
    // Dropping the triggers would wait for locks, and could deadlock with jobs.
    () =>
      jobs.direct.query(
        "create or replace function public.disk_full() returns trigger language plpgsql as $$ begin return coalesce(new, old); end $$",
      ),
  ));

const replaced = async () => Number(/^despensa_job_runners_replaced_total (\d+)/m.exec(await metricsOfProcess())?.[1]);

test("a runner that hears nothing while work is due is replaced, and the log and the metrics say so", async () => {
  // Without timeouts of its own, nothing but the watchdog can tell that it is deaf.
  const patient = () => openDatabase({ ...proxy.connection, max: RUNNER_CONNECTIONS }, () => {});
  const deaf = { name: "test.deaf", data: z.number() } satisfies Job;
  let heard = 0;
  const endPatient = startJobs(jobs, patient, [task(deaf, async () => void heard++)], PATIENCE);
  const past = openDatabase({ ...server.connection, max: 1 }, () => {});
  await enqueue(past.db, deaf, 1);
  await untilTrue(() => heard === 1);
  measureProcess(past);
  expect(await replaced()).toBe(0);
  jobs.logged.length = 0;
  proxy.loseReplies();
  await enqueue(past.db, deaf, 2);
  await untilTrue(() => heard >= 2);
  expect(await replaced()).toBeGreaterThan(0);
  expect(jobs.logged.join("")).toContain("a job runner was replaced");
  await endPatient();
  await past.close();
});

test("jobs enqueued, retried or locked while the database's clock was a day ahead are done once it is right", async () => {
  await jobs.enqueueAll();
  await jobs.direct.query(`
    update graphile_worker._private_jobs
    set run_at = run_at + interval '1 day', created_at = created_at + interval '1 day', updated_at = updated_at + interval '1 day'`);
  await jobs.direct.query(`
    update graphile_worker._private_jobs set locked_at = now() + interval '1 day', locked_by = 'a process that died'
    where id = any(array(select id from graphile_worker._private_jobs limit 20))`);
  await untilTrue(() => jobs.allDone());
});
