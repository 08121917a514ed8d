import { sql, type SQL } from "drizzle-orm";
import { parseCronItems } from "graphile-worker";
import type { Db } from "../db/connect.ts";
import { announceJob, type Task } from "./jobs.ts";

const MINUTE_MS = 60_000;
/** Runs missed while the shop or its database was down are made up for if they were due within this time. */
const LOOK_BACK_MS = 24 * 60 * MINUTE_MS;

/**
 * Enqueues scheduled jobs. Uses the database's time, so that a process with a wrong clock neither repeats nor skips runs; the
 * database also makes sure that only one process enqueues each run. A job never runs concurrently with itself, and a run that is
 * still waiting or being worked on at its next time takes the next one's place.
 */
export class Schedule {
  readonly #tasks: readonly Task[];
  /** The last minute this process checked, in ms since 1970 by the database's clock. */
  #last: number | undefined;

  constructor(tasks: readonly Task[]) {
    this.#tasks = tasks;
  }

  async enqueueDue(db: Db): Promise<void> {
    const { rows } = await db.execute<{ minute: number }>(
      sql`select (extract(epoch from date_trunc('minute', now())) * 1000)::float8 as minute`,
    );
    const minute = rows[0]!.minute; // one row
    if (minute === this.#last) return;
    // After a pause, others may have enqueued what was due meanwhile.
    const last = this.#last === undefined || minute - this.#last > MINUTE_MS ? await this.#readLast(db, minute) : undefined;
    for (const { name, every } of this.#tasks) {
      if (!every) continue;
      const first = Math.max((last?.get(name) ?? this.#last ?? 0) + MINUTE_MS, minute - LOOK_BACK_MS);
      if (isDue(every, Math.min(first, minute), minute)) await enqueueOnce(db, name, new Date(minute));
    }
    this.#last = minute;
  }

  /** When each was last enqueued by any process. For a new one this is the minute before, so that it waits for its time. */
  async #readLast(db: Db, minute: number): Promise<Map<string, number>> {
    const names = this.#tasks.filter(({ every }) => every).map(({ name }) => name);
    await db.execute(sql`
      insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      select name, now(), ${new Date(minute - MINUTE_MS).toISOString()}::timestamptz
      from unnest(${sql.param(names)}::text[]) name on conflict do nothing`);
    const { rows } = await db.execute<{ name: string; ms: number }>(sql`
      select identifier as name, coalesce(extract(epoch from last_execution) * 1000, 0)::float8 as ms
      from graphile_worker._private_known_crontabs`);
    return new Map(rows.map(({ name, ms }) => [name, ms]));
  }
}

/** Whether a cron expression matches one of the minutes. */
function isDue(every: string, from: number, to: number): boolean {
  const [{ match }] = parseCronItems([{ task: "any", match: every }]) as [ReturnType<typeof parseCronItems>[number]]; // same length
  for (let at = from; at <= to; at += MINUTE_MS) {
    const time = new Date(at);
    const date = { date: time.getUTCDate(), month: time.getUTCMonth() + 1, dow: time.getUTCDay() };
    if (match({ min: time.getUTCMinutes(), hour: time.getUTCHours(), ...date })) return true;
  }
  return false;
}

/** Enqueues a run unless another process has. A time in the future comes from a clock that was wrong. */
async function enqueueOnce(db: Db, name: string, minute: Date): Promise<void> {
  const at = sql`${minute.toISOString()}::timestamptz`;
  await enqueueRun(
    db,
    name,
    sql`
      insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
      values (${name}, now(), ${at})
      on conflict (identifier) do update set last_execution = excluded.last_execution
      where known.last_execution is null or known.last_execution < ${at} or known.last_execution > now()
      returning identifier`,
  );
}

/** Enqueues a run of a scheduled job ahead of its time. If one is under way, there is no other until the next time. */
export async function enqueueNow(tx: Db, name: string): Promise<void> {
  await enqueueRun(tx, name, sql`select ${name}::text as identifier`);
  announceJob(tx);
}

/**
 * A job that is locked stays as it is: its process works on it, or died, and then another one does it. The library's `add_job` would take
 * its remaining attempts away, so that the job of a dead process would stay forever.
 * @param turn a statement that returns the job's name if it is to be enqueued
 */
async function enqueueRun(db: Db, name: string, turn: SQL): Promise<void> {
  await db.execute(sql`
    with turn as (${turn}), task as (
      insert into graphile_worker._private_tasks (identifier) select identifier from turn
      on conflict (identifier) do update set identifier = excluded.identifier
      returning id
    ), queue as (
      insert into graphile_worker._private_job_queues (queue_name) select identifier from turn
      on conflict (queue_name) do update set queue_name = excluded.queue_name
      returning id
    )
    insert into graphile_worker._private_jobs as job (job_queue_id, task_id, payload, key)
    select queue.id, task.id, ${JSON.stringify({ id: name, data: null })}::json, ${name} from task, queue
    on conflict (key) do update set run_at = now(), attempts = 0, last_error = null
    where job.locked_at is null`);
}
