import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import * as z from "zod/mini";
import { openDatabase } from "#server/db/connect.ts";
import type { EmbeddedDatabase } from "#server/db/embedded/start-embedded.ts";
import { enqueue, task, type Job } from "#server/jobs/jobs.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { startJobs, type Patience } from "#server/jobs/start-jobs.ts";

interface Options {
  server: EmbeddedDatabase;
  /** How the jobs reach the database: directly, or through a proxy with faults. */
  connection: pg.ClientConfig;
  timeouts: pg.PoolConfig;
  /** The shop's own if not set. */
  patience: Patience | undefined;
  /** Jobs of each of the two kinds. */
  count: number;
  /** How long a job works before it writes. */
  workMs: number;
}

const email = { name: "test.email", data: z.number() } satisfies Job;
const refund = { name: "test.refund", data: z.number() } satisfies Job;

/** Runs two kinds of jobs, in both lanes, on a database that a test disturbs. */
export function runTestJobs({ server, connection, timeouts, patience, count, workMs }: Options) {
  const open = (max: number) => openDatabase({ ...timeouts, ...connection, max }, () => {});
  const database = open(10);
  const direct = new pg.Pool({ ...server.superuser, max: 2, query_timeout: 5000 });
  direct.on("error", () => {});
  const logged: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });
  const done = new Set<string>();
  const work = (name: string) => async (n: number) => {
    await delay(workMs);
    // Like real jobs, it uses the database before it finishes.
    await database.db.execute("select 1");
    done.add(`${name} ${n}`);
  };
  const stop = startJobs(
    { database, log },
    () => open(RUNNER_CONNECTIONS),
    [task(email, work("email")), task(refund, work("refund"), { lane: "slow" })],
    patience,
  );
  return {
    database,
    /** As superuser and not through the proxy. */
    direct,
    log,
    /** Warnings and errors so far. */
    logged,
    /** Which jobs have run. */
    done,
    /** Enqueues all jobs, not through the proxy, so that a fault never loses one. */
    async enqueueAll(): Promise<void> {
      done.clear();
      const past = openDatabase({ ...server.connection, max: 1 }, () => {});
      await past.transact(async ({ tx }) => {
        for (let n = 0; n < count; n++) {
          await enqueue(tx, email, n);
          await enqueue(tx, refund, n);
        }
      });
      await past.close();
    },
    /** Every job has run, and none is left, locked or not. */
    async allDone(): Promise<boolean> {
      const { rows } = await direct.query("select 1 from graphile_worker._private_jobs limit 1");
      return done.size === 2 * count && rows.length === 0;
    },
    async end(): Promise<void> {
      await stop();
      await database.close();
      await direct.end();
    },
  };
}
