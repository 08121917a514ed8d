import { sql } from "drizzle-orm";
import { Logger, parseCronItems, run, runOnce, type Runner, type Task as Executor } from "graphile-worker";
import type pg from "pg";
import type * as z from "zod/mini";
import type { Db } from "../db/connect.ts";
import { isDatabaseAway } from "../http/errors.ts";
import { newId } from "../new-id.ts";
import type { Shop } from "../shop.ts";

/**
 * A kind of work that is done in the background. `data` says what it is about: ids rather than copies, and no secrets,
 * since it lies readable in the database until the work is done.
 */
export interface Job<Data extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly data: Data;
}

/** How a kind of work is done. */
export interface Task {
  readonly name: string;
  readonly execute: Executor;
  /** When it is done by itself: minute, hour, day, month, weekday, as cron has them. */
  readonly every?: string;
}

/**
 * Says how a job is done. A job whose `work` throws is tried again, after pauses that grow from seconds to hours, 25
 * times in all; one whose process died is begun anew. So `work` must do no harm when it is done twice.
 * `id` is the same at each try, and rises with the time at which jobs were enqueued.
 */
export function task<Data extends z.ZodMiniType>(
  job: Job<Data>,
  work: (data: z.output<Data>, id: string) => Promise<void>,
  { every }: { every?: string } = {},
): Task {
  return {
    name: job.name,
    ...(every && { every }),
    async execute(payload) {
      const { id, data } = payload as { id: string; data: unknown }; // as `enqueue` wrote it
      await work(job.data.parse(data), id);
    },
  };
}

/** Enqueues a job in the transaction that is its cause: both happen or none. `at` is when it is due; now, if left out. */
export async function enqueue<Data extends z.ZodMiniType>(tx: Db, job: Job<Data>, data: z.input<Data>, at?: Date): Promise<void> {
  const payload = JSON.stringify({ id: newId(), data });
  await tx.execute(sql`
    select graphile_worker.add_job(${job.name}, payload => ${payload}::json, run_at => ${at?.toISOString() ?? null}::timestamptz)`);
}

/** What became of jobs is noted in batches. Nobody waits for single notes, and one that fails, the database being away, would end the process. */
const WRITTEN_OFF_SAFELY = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
/** Jobs of one process at the same time. */
const AT_ONCE = 2;
/** Jobs that are due later, or whose announcement was missed, are looked for this often. */
const LOOK_EVERY_MS = 1000;
/** A process that did not say for that long that it still works on a job is taken for dead. */
const DEAD_AFTER = sql`interval '60 seconds'`;
const STILL_AT_IT_EVERY_MS = 10_000;

/** The connections {@link startJobs} needs: one listens, the others take jobs. */
export const JOB_CONNECTIONS = AT_ONCE + 1;

/**
 * Begins to do jobs.
 * @param pool of its own, of {@link JOB_CONNECTIONS}
 * @returns a function that lets the jobs under way come to their end
 */
export function startJobs({ database, log }: Pick<Shop, "database" | "log">, pool: pg.Pool, tasks: readonly Task[]): () => Promise<void> {
  let ending = false;
  let runner: Promise<Runner>;
  let poolId = "";
  const begin = () => {
    runner = run({
      ...options(pool, tasks, log),
      preset: WRITTEN_OFF_SAFELY,
      concurrency: AT_ONCE,
      pollInterval: LOOK_EVERY_MS,
      parsedCronItems: parseCronItems(regularly(tasks)),
    });
    void runner
      .then(({ events, promise }) => {
        events.on("worker:getJob:start", ({ worker }) => (poolId = worker.workerPool.id));
        return promise;
      })
      .catch((error: unknown) => log.warn({ err: error }, "the database is away; jobs wait"))
      .then(() => ending || setTimeout(begin, LOOK_EVERY_MS).unref());
  };
  begin();
  const timer = setInterval(() => {
    keepAndFree(database.db, poolId).catch((error: unknown) => isDatabaseAway(error) || log.error(error));
  }, STILL_AT_IT_EVERY_MS).unref();
  return async () => {
    ending = true;
    clearInterval(timer);
    await runner.then((begun) => begun.stop()).catch(() => {});
  };
}

/** Of the processes of a shop one does it; what was missed while none ran is not made up for. */
function regularly(tasks: readonly Task[]) {
  return tasks.flatMap(({ name, every }) => (every ? [{ task: name, match: every, payload: { id: name, data: null } }] : []));
}

/** Does everything that is due, and what follows from it; for tests. */
export async function doDueJobs({ log }: Pick<Shop, "log">, pool: pg.Pool, tasks: readonly Task[]): Promise<void> {
  await runOnce(options(pool, tasks, log));
  // The library does not wait until what became of the last one is written down.
  const underWay = async () => (await pool.query("select 1 from graphile_worker._private_jobs where locked_by is not null")).rowCount;
  while (await underWay()) await new Promise((resolve) => setTimeout(resolve, 2));
}

function options(pool: pg.Pool, tasks: readonly Task[], log: Shop["log"]) {
  return {
    pgPool: pool,
    taskList: Object.fromEntries(tasks.map(({ name, execute }) => [name, execute])),
    noHandleSignals: true,
    // Behind transaction pooling there are none.
    noPreparedStatements: true,
    logger: new Logger(() => (level, message, meta) => {
      if (meta?.["failure"]) log.warn({ err: meta["error"] }, "a job failed and is tried again");
      else if (level === "error" || level === "warning") log.warn(message);
      else log.debug(message);
    }),
  };
}

/**
 * Jobs are locked by the process that does them. The library frees those of a dead process after four hours; here a
 * process renews its locks, so that the others can tell.
 */
export async function keepAndFree(db: Db, poolId: string): Promise<void> {
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = now() where locked_by = ${poolId}`);
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at < now() - ${DEAD_AFTER}`);
}
