import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { Runner } from "./runner.ts";

/** Names of ended runners, whose jobs may still be locked. */
const REMEMBERED = 20;

/**
 * graphile-worker locks a job in its runner's name and never renews the lock; it frees those of a dead process after four hours.
 * Here each process renews the locks of the jobs it is actually working on, and frees
 * - its own locks on jobs it isn't working on: the database locked the job, but the reply got lost;
 * - other processes' locks that are no longer renewed.
 * All times are the database's.
 */
export class JobLocks {
  readonly #unclaimedSeconds: number;
  readonly #deadSeconds: number;
  /** Names this process used recently. */
  #names: string[] = [];
  /** Jobs that looked abandoned at the last check, with their lock times. */
  #abandoned = new Map<string, string>();

  constructor({ unclaimedSeconds, deadSeconds }: { unclaimedSeconds: number; deadSeconds: number }) {
    this.#unclaimedSeconds = unclaimedSeconds;
    this.#deadSeconds = deadSeconds;
  }

  async confirmAndFree(db: Db, runners: readonly Pick<Runner, "name" | "working">[]): Promise<void> {
    const current = runners.flatMap((runner) => runner.name() ?? []);
    this.#names = [...new Set([...current, ...this.#names])].slice(0, REMEMBERED);
    const working = runners.flatMap((runner) => runner.working());
    await this.#confirm(db, working);
    await this.#freeUnclaimed(db, working);
    await this.#freeAbandoned(db);
  }

  /**
   * Frees the jobs of runners whose process is about to end. Unlike the library's own way, the attempt doesn't count and there is no pause
   * before the next one.
   */
  async giveBack(db: Db, runners: readonly Pick<Runner, "name" | "working">[]): Promise<void> {
    const names = runners.flatMap((runner) => (runner.working().length > 0 ? (runner.name() ?? []) : []));
    if (names.length === 0) return;
    await db.execute(sql`
      with job as (
        update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
        where locked_by = any(${sql.param(names)}::text[]))
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_by = any(${sql.param(names)}::text[])`);
  }

  async #confirm(db: Db, working: readonly string[]): Promise<void> {
    if (working.length === 0) return;
    await db.execute(sql`
      with job as (
        update graphile_worker._private_jobs set locked_at = now()
        where id = any(${sql.param([...working])}::bigint[]) and locked_by = any(${sql.param(this.#names)}::text[])
        returning job_queue_id, locked_by)
      update graphile_worker._private_job_queues q set locked_at = now()
      from job where q.id = job.job_queue_id and q.locked_by = job.locked_by`);
  }

  /** These never started, so the attempt doesn't count. */
  async #freeUnclaimed(db: Db, working: readonly string[]): Promise<void> {
    await db.execute(sql`
      with job as (
        update graphile_worker._private_jobs
        set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
        where locked_by = any(${sql.param(this.#names)}::text[]) and id <> all(${sql.param([...working])}::bigint[])
          and locked_at < now() - make_interval(secs => ${this.#unclaimedSeconds})
        returning job_queue_id)
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
      from job where q.id = job.job_queue_id`);
  }

  /** Only on the second check: after a database outage, live processes get a chance to renew first. */
  async #freeAbandoned(db: Db): Promise<void> {
    const { rows } = await db.execute<{ id: string; locked_at: string }>(sql`
      select id::text, locked_at::text from graphile_worker._private_jobs
      where locked_at < now() - make_interval(secs => ${this.#deadSeconds})`);
    const free = rows.filter(({ id, locked_at }) => this.#abandoned.get(id) === locked_at);
    this.#abandoned = new Map(rows.map(({ id, locked_at }) => [id, locked_at]));
    if (free.length > 0) {
      await db.execute(sql`
        update graphile_worker._private_jobs set locked_at = null, locked_by = null
        where id = any(${sql.param(free.map(({ id }) => id))}::bigint[]) and locked_at < now() - make_interval(secs => ${this.#deadSeconds})`);
    }
    // Queues without a locked job, such as one whose job was freed above.
    await db.execute(sql`
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
      where locked_at < now() - make_interval(secs => ${this.#unclaimedSeconds})
        and not exists (select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`);
  }
}
