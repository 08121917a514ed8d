import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { note } from "../metrics/events.ts";
import type { Shop } from "../shop.ts";
import { moveBackJobs } from "./after-wrong-clock.ts";
import { givingWay } from "./give-way.ts";
import { JobLocks } from "./job-locks.ts";
import type { Lane, Task } from "./jobs.ts";
import { startRunner, type Runner } from "./runner.ts";
import { Schedule } from "./schedule.ts";

/** Timing of background jobs; tests shorten it. */
export interface Patience {
  /** How often runners poll for due jobs, in ms. */
  pollMs: number;
  /** How often locks are renewed, scheduled jobs enqueued and runners checked, in ms. */
  checkMs: number;
  /** A runner that gets no reply for this long while jobs are due is replaced, in ms. */
  silentMs: number;
  /** Seconds until a job that this process locked but isn't working on is freed. Longer than a statement may take. */
  unclaimedSeconds: number;
  /** Seconds until the jobs of a process that stopped renewing its locks are freed. */
  deadSeconds: number;
  /** How long shutdown waits for current jobs, in ms. Then other processes get them. */
  endMs: number;
}

export const PATIENCE: Patience = { pollMs: 1000, checkMs: 5000, silentMs: 30_000, unclaimedSeconds: 25, deadSeconds: 60, endMs: 10_000 };

/**
 * Runs jobs, with one runner per lane.
 * @param openPool opens connections for one runner: {@link RUNNER_CONNECTIONS} of them, with a limit on each statement
 * @returns a function that takes no more jobs and lets the current ones finish. Those that take longer than `endMs` and are still running
 * when `leaving` resolves are given back for another process
 */
export function startJobs(
  { database, log }: Pick<Shop, "database" | "log">,
  openPool: () => Database,
  tasks: readonly Task[],
  patience: Patience = PATIENCE,
): (leaving?: Promise<unknown>) => Promise<void> {
  const locks = new JobLocks(patience);
  const schedule = new Schedule(tasks);
  /** No more jobs are taken. */
  let isEnding = false;
  let isOver = false;
  let timer: NodeJS.Timeout;
  const lanes = [...Map.groupBy(tasks, ({ lane }) => lane)].map(([lane, own]) => startLane(lane, own));

  /** Keeps a runner going. One that ended or hung is replaced, but may still finish its jobs. */
  function startLane(lane: Lane, own: readonly Task[]) {
    const runners = new Set<Runner>();
    let current: Runner;
    function begin(): void {
      if (isEnding) return;
      const polite = own.map((task) => givingWay(task, database.pool));
      const runner = startRunner(openPool(), polite, log, patience.pollMs);
      runners.add(runner);
      current = runner;
      void runner.ended.then(() => current === runner && setTimeout(() => beginAnew("it ended"), patience.pollMs).unref());
      void runner.closed.then(() => runners.delete(runner));
    }
    function beginAnew(why: string): void {
      if (isEnding) return;
      note("runner-replaced");
      log.error({ lane, why }, "a job runner was replaced");
      begin();
    }
    begin();
    return {
      runners,
      async replaceIfSilent(): Promise<void> {
        if (current.silentMs() < patience.silentMs || !(await isWorkDue(database, own, patience))) return;
        const silent = current;
        beginAnew("jobs are due, but it got no answer from the database");
        void silent.stop();
      },
      stop: () => Promise.all([...runners].map((runner) => runner.stop().then(() => runner.closed))),
    };
  }

  async function check(): Promise<void> {
    try {
      await moveBackJobs(database.db);
      await locks.confirmAndFree(database.db, runners());
      if (!isEnding) {
        await schedule.enqueueDue(database.db);
        for (const lane of lanes) await lane.replaceIfSilent();
      }
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error(error);
    }
    if (!isOver) timer = setTimeout(check, patience.checkMs).unref();
  }
  const runners = () => lanes.flatMap((lane) => [...lane.runners]);
  timer = setTimeout(check, patience.pollMs).unref();

  return async (leaving = Promise.resolve()) => {
    isEnding = true;
    const done = new AbortController();
    const tooLate = Promise.all([leaving, delay(patience.endMs, undefined, { signal: done.signal }).catch(() => {})]);
    await Promise.race([Promise.all(lanes.map((lane) => lane.stop())), tooLate]);
    done.abort();
    isOver = true;
    clearTimeout(timer);
    await locks.giveBack(database.db, runners()).catch((error: unknown) => log.warn({ err: error }, "jobs could not be given back"));
  };
}

/** Whether a job of these tasks is waiting that a runner should have taken. */
async function isWorkDue({ db }: Database, tasks: readonly Task[], { silentMs }: Patience): Promise<boolean> {
  const names = tasks.map(({ name }) => name);
  const { rows } = await db.execute(sql`
    select 1 from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.is_available and q.locked_at is null and t.identifier = any(${sql.param(names)})
      and j.run_at < now() - make_interval(secs => ${silentMs / 2000})
    limit 1`);
  return rows.length > 0;
}
