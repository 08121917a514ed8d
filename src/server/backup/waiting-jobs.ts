import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { EMAIL_JOB } from "../jobs/jobs.ts";

/**
 * Waiting jobs as name, payload and time rather than as rows of the queue's tables, which change with the library's version. Scheduled runs
 * are left out: the schedule enqueues them again.
 */
const WAITING = `
  select t.identifier as name, j.payload, j.run_at
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts < j.max_attempts and j.key is distinct from t.identifier
  order by j.id`;

export async function countWaitingJobs(client: pg.Client): Promise<{ jobs: number; emails: number }> {
  const { rows } = await client.query<{ jobs: number; emails: number }>(`
    select count(*)::int as jobs, count(*) filter (where name like '%${EMAIL_JOB}')::int as emails from (${WAITING}) waiting`);
  return rows[0]!; // one row
}

export function copyWaitingJobs(client: pg.Client): Readable {
  return client.query(copyTo(`copy (${WAITING}) to stdout`));
}

/**
 * Enqueues jobs again, in a transaction. Emails only on request: those that waited when the backup was taken have probably been sent
 * since. Everything else is safe to repeat.
 */
export async function addWaitingJobs(client: pg.Client, content: AsyncIterable<Buffer>, withEmails: boolean): Promise<void> {
  await client.query("create temporary table waiting_job (name text, payload json, run_at timestamptz) on commit drop");
  await pipeline(Readable.from(content), client.query(copyFrom("copy waiting_job from stdin")));
  await client.query(
    `select graphile_worker.add_job(name, payload => payload, run_at => run_at) from waiting_job where $1 or name not like '%${EMAIL_JOB}'`,
    [withEmails],
  );
}
