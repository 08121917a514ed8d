import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Shop } from "../shop.ts";
import { task, type Job, type Task } from "./jobs.ts";

const deleteFailed = { name: "jobs.delete-failed", data: z.null() } satisfies Job;

/** Deletes jobs a week after they failed for good. Until then, the Overview and the metrics count them. */
export function failedJobTasks({ database }: Pick<Shop, "database">): Task[] {
  const work = async () => {
    await database.db.execute(sql`
      delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and run_at < now() - interval '7 days'`);
  };
  return [task(deleteFailed, work, { every: "27 3 * * *", lane: "slow" })];
}
