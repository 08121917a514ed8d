import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Task } from "./jobs.ts";

/** A job starts only while no more than this many connections serve requests. */
const FEW = 3;
const LOOK_EVERY_MS = 25;
/** A job waits no longer than this, so that jobs are done even under constant load. */
const MOST_MS = 250;

/** The same task, but its jobs let requests go first while the process is busy with them. */
export function givingWay(task: Task, serving: Pick<pg.Pool, "totalCount" | "idleCount">): Task {
  return {
    ...task,
    async execute(...job) {
      const until = performance.now() + MOST_MS;
      while (serving.totalCount - serving.idleCount > FEW && performance.now() < until) await delay(LOOK_EVERY_MS);
      await task.execute(...job);
    },
  };
}
