import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { ShopGauge } from "../metrics/shop-gauges.ts";

/** Counts emails apart from other jobs, and only due ones: a job that is scheduled for later is not late. */
export async function readDueJobs(db: Db) {
  const { rows } = await db.execute<{ kind: string; waiting: number; seconds: number; failed: number }>(sql`
    select kind,
      count(j.id) filter (where j.attempts < j.max_attempts and j.run_at <= now())::int as waiting,
      coalesce(extract(epoch from max(now() - j.run_at) filter (where j.attempts < j.max_attempts and j.run_at <= now())), 0)::float8 as seconds,
      count(j.id) filter (where j.attempts >= j.max_attempts)::int as failed
    from unnest(array['email', 'other']) kind
    left join (graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id)
      on (t.identifier like '%-email') = (kind = 'email')
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
  gauge("despensa_jobs_oldest_seconds", "How long the oldest due job has been due", "seconds"),
  gauge("despensa_jobs_failed", "Jobs that failed for good", "failed"),
];
