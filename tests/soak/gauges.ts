import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import { processesOf } from "../support/processes.ts";

/** What a shop takes at one moment. */
export interface Reading {
  /** Memory of its processes without the database, in MB. Shared pages count once. */
  memory: number;
  files: number;
  connections: number;
  /** Jobs due for more than ten seconds. */
  late: number;
  /** Jobs, due or not, without those that will end payments when their time is over: each payment has one for half an hour. */
  waiting: number;
}

export async function read(main: number, pool: pg.Pool): Promise<Reading> {
  const own = processesOf(main).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.ts"));
  const { rows } = await pool.query<{ connections: number; late: number; waiting: number }>(`
    select (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections,
      (select count(*)::int from graphile_worker._private_jobs where run_at < now() - interval '10 seconds') as late,
      (select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier <> 'payments.expire' or j.run_at > now() + interval '31 minutes') as waiting`);
  return {
    memory: own.reduce((sum, pid) => sum + sharedOnce(pid), 0),
    files: own.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
    ...rows[0]!,
  };
}

const sharedOnce = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;

/** How much a figure may rise between the second and the last quarter of a run: part of it, and something on top. */
const ALLOWED: Record<keyof Reading, { share: number; plus: number }> = {
  memory: { share: 0.1, plus: 20 },
  files: { share: 0.1, plus: 20 },
  connections: { share: 0.1, plus: 5 },
  late: { share: 0, plus: 0 },
  waiting: { share: 0.1, plus: 20 },
};

/** Compares the second quarter of a run, after it has warmed up, with the last. @returns a line for each figure */
export function judge(readings: readonly Reading[]): { text: string; hasGrown: boolean }[] {
  const quarter = Math.floor(readings.length / 4);
  const figures = Object.keys(ALLOWED) as (keyof Reading)[]; // its own keys
  return figures.map((figure) => {
    const values = readings.map((reading) => reading[figure]);
    const [early, last] = [median(values.slice(quarter, 2 * quarter)), median(values.slice(-quarter))];
    const { share, plus } = ALLOWED[figure];
    const hasGrown = last > early * (1 + share) + plus;
    return { text: `${figure}: ${early.toFixed(0)} early, ${last.toFixed(0)} at the end${hasGrown ? ", which is growth" : ""}`, hasGrown };
  });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
