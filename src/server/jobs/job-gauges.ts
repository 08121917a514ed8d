import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { ShopGauge } from "../metrics/shop-gauges.ts";
import { RECIPIENT_REFUSED } from "../mail/mailer.ts";
import { EMAIL_JOB } from "./jobs.ts";

/**
 * Counts emails apart from other jobs, and only due ones: a job that is scheduled for later is not late. A job that failed stays due until
 * its next try, although each failure moves `run_at` by e to the power of the number of tries, up to 10, in seconds. A job that is being
 * worked on is not late either: an import or a backup may take an hour. Nor is an email that only its recipient's mailbox keeps waiting.
 */
export async function readDueJobs(db: Db) {
  const { rows } = await db.execute<{ kind: string; waiting: number; seconds: number; failed: number }>(sql`
    with job as (
      select t.identifier like ${`%${EMAIL_JOB}`} as is_email, j.attempts >= j.max_attempts as failed, j.locked_at is null as is_waiting,
        j.run_at - interval '1 second' * (
        select coalesce(sum(exp(least(failure, 10))), 0)
        from generate_series(1, j.attempts - (j.locked_at is not null)::int) failure
        where j.last_error not like ${`${RECIPIENT_REFUSED}%`}) as due_at
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id)
    select kind,
      count(*) filter (where not failed and due_at <= now())::int as waiting,
      coalesce(extract(epoch from max(now() - due_at) filter (where is_waiting and not failed and due_at <= now())), 0)::float8 as seconds,
      count(*) filter (where failed)::int as failed
    from unnest(array['email', 'other']) kind left join job on is_email = (kind = 'email')
    group by kind`);
  return rows;
}

const gauge = (name: string, help: string, column: "waiting" | "seconds" | "failed"): ShopGauge => ({
  name,
  help,
  label: "kind",
  read: async (db) => (await readDueJobs(db)).map((row) => ({ is: row.kind, value: row[column] })),
});

export const jobGauges: readonly ShopGauge[] = [
  gauge("despensa_jobs_waiting", "Background jobs that are due, including those being worked on or retried", "waiting"),
  gauge("despensa_jobs_oldest_seconds", "How long the oldest due job that nobody works on has been due", "seconds"),
  gauge("despensa_jobs_failed", "Jobs that failed for good", "failed"),
];
