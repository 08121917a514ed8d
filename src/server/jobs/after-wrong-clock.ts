import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";

/** If two clocks differ by more than this, one of them is wrong, and there is no telling which. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
/** Times further in the future than this were written while the clock was wrong. */
const AHEAD = sql`interval '1 minute'`;

/** SQL: whether a time lies in the future, and the database's clock can be trusted to say so. */
export const isFromWrongClock = (time: ReturnType<typeof sql>) =>
  sql`(${time} > now() + ${AHEAD} and abs(extract(epoch from now()) * 1000 - ${Date.now()}::float8) < ${CLOCKS_DIFFER_MS})`;

/**
 * Moves jobs and locks back to the present that were written while the database's clock was ahead. Otherwise they would wait until
 * that time comes. The pause until a job's run stays as long as it was meant to be.
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
