import { sql } from "drizzle-orm";
import { isFromWrongClock } from "../db/clock.ts";
import type { Db } from "../db/connect.ts";

/**
 * Moves jobs and locks that were written while the database's clock was ahead back to the present. Otherwise they would wait until that
 * time comes. The pause before a job runs stays as long as intended.
 */
export async function moveBackJobs(db: Db): Promise<void> {
  await db.execute(sql`
    with job as (
      update graphile_worker._private_jobs
      set run_at = now() + greatest(run_at - updated_at, interval '0'), updated_at = now(), created_at = least(created_at, now()),
        locked_at = least(locked_at, now())
      where ${isFromWrongClock(sql`updated_at`)} or ${isFromWrongClock(sql`locked_at`)})
    update graphile_worker._private_job_queues set locked_at = now() where ${isFromWrongClock(sql`locked_at`)}`);
}
