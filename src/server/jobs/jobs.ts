import { sql, type SQL } from "drizzle-orm";
import { Logger, runOnce, type Task as Executor } from "graphile-worker";
import type pg from "pg";
import type * as z from "zod/mini";
import { language, type Language } from "#words/language.ts";
import { announce } from "../db/announce.ts";
import type { Db } from "../db/connect.ts";
import { inLanguage } from "../http/request-language.ts";
import { newId } from "../new-id.ts";
import type { Shop } from "../shop.ts";
import { SPAN_KIND, traced } from "../tracing/spans.ts";

/** How the names of jobs that send an email end. */
export const EMAIL_JOB = "-email";

/**
 * A kind of background job. `data` identifies what it is about: ids rather than copies, and no secrets, since it stays readable in
 * the database until the job is done.
 */
export interface Job<Data extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly data: Data;
}

/**
 * Which runner does the work. `prompt`: emails and anything with a deadline. `payments`: work that waits for payment providers. `slow`:
 * work that takes minutes, or waits for others. Lanes have separate runners, so that a silent provider never delays an email, nor an
 * import a refund.
 */
export type Lane = "prompt" | "payments" | "slow";

/** How a kind of job is done. */
export interface Task {
  readonly name: string;
  readonly lane: Lane;
  readonly execute: Executor;
  /** Cron expression (minute, hour, day, month, weekday; UTC) for scheduled jobs. */
  readonly every?: string;
}

/**
 * Defines how a job is done. If `work` throws, the job is retried up to 25 times, with pauses growing from seconds to hours; if the process
 * dies, it starts over. So `work` must be safe to repeat. `id` is the same on each attempt, and increases with enqueue time. The job runs
 * in the language of the request that caused it.
 */
export function task<Data extends z.ZodMiniType>(
  job: Job<Data>,
  work: (data: z.output<Data>, id: string) => Promise<void>,
  { every, lane = "prompt" }: { every?: string; lane?: Lane } = {},
): Task {
  return {
    name: job.name,
    lane,
    ...(every && { every }),
    async execute(payload) {
      const { id, data, language = "en" } = payload as Payload; // written by `enqueue` or the schedule
      await traced(SPAN_KIND.consumer, job.name, () => inLanguage(language, () => work(job.data.parse(data), id)));
    },
  };
}

interface Payload {
  id: string;
  data: unknown;
  /** Of the request that caused the job, unless it is English. */
  language?: Language;
}

/** The channel that notifies runners of new jobs; the library's name for it. */
const CHANNEL = "jobs:insert";
/** Wakes this many workers of each runner. */
const NUDGE = JSON.stringify({ count: 2 });

/**
 * Enqueues a job in the transaction that causes it, so that both happen or neither. Runs at `at`, or soon after the commit.
 * Without the library's `add_job`, which announces each job in the transaction: see {@link announce}.
 */
export async function enqueue<Data extends z.ZodMiniType>(tx: Db, job: Job<Data>, data: z.input<Data>, at?: Date | SQL): Promise<void> {
  const payload = JSON.stringify({ id: newId(), data, ...(language() !== "en" && { language: language() }) } satisfies Payload);
  const runAt = at instanceof Date ? sql`${at.toISOString()}::timestamptz` : sql`coalesce((${at ?? null})::timestamptz, now())`;
  await tx.execute(sql`
    with known as (
      select id from graphile_worker._private_tasks where identifier = ${job.name}
    ), added as (
      insert into graphile_worker._private_tasks (identifier) select ${job.name} where not exists (select from known)
      on conflict (identifier) do update set identifier = excluded.identifier
      returning id
    )
    insert into graphile_worker._private_jobs (task_id, payload, run_at)
    select id, ${payload}::json, ${runAt} from (select id from known union all select id from added) task`);
  if (!at) announceJob(tx);
}

/** Wakes the runners once the transaction commits. */
export const announceJob = (tx: Db) => announce(tx, CHANNEL, NUDGE);

/**
 * Enqueues a copy of a job that still exists, such as one whose process died, in the same language. Reads the library's private table,
 * because its public view `graphile_worker.jobs` leaves out the payload.
 * @param like what the data of that job contains
 * @param change what the data of the copy has instead
 * @returns false if there is no such job
 */
export async function enqueueAgain(tx: Db, like: object, change: object): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into graphile_worker._private_jobs (task_id, payload)
    select task_id, jsonb_set(payload::jsonb, '{data}', payload::jsonb -> 'data' || ${JSON.stringify(change)}::jsonb)::json
    from graphile_worker._private_jobs where payload::jsonb -> 'data' @> ${JSON.stringify(like)}::jsonb order by id limit 1`);
  if (rowCount) announceJob(tx);
  return rowCount === 1;
}

/** Runs all due jobs, and the jobs they enqueue; for tests. */
export async function doDueJobs({ log }: Pick<Shop, "log">, pool: pg.Pool, tasks: readonly Task[]): Promise<void> {
  await runOnce(runnerOptions(pool, tasks, log));
  // The library doesn't wait until the last job's outcome is written.
  const underWay = async () => (await pool.query("select 1 from graphile_worker._private_jobs where locked_by is not null")).rowCount;
  while (await underWay()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Options for every run of graphile-worker. */
export function runnerOptions(pool: pg.Pool, tasks: readonly Task[], log: Shop["log"]) {
  return {
    pgPool: pool,
    taskList: Object.fromEntries(tasks.map(({ name, execute }) => [name, execute])),
    noHandleSignals: true,
    // Transaction poolers don't support them.
    noPreparedStatements: true,
    logger: new Logger(() => (level, message, meta) => {
      if (meta?.["failure"]) log.warn({ err: meta["error"] }, "a job failed and will be retried");
      else if (level === "error" || level === "warning") log.warn(message);
      else log.debug(message);
    }),
  };
}
