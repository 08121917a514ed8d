import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import { enqueueAgain } from "#server/jobs/jobs.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { readStalled, startRun } from "./run-store.ts";

const EVERY_MS = 2000;

/**
 * Continues checks, imports and undos whose process died, including those of a killed command, as a new run with a copy of the former run's
 * job. If that process is alive after all, it stops at its next batch. Only one of several processes gets to continue it.
 */
export async function takeOverStalled({ database, log }: Pick<Shop, "database" | "log">): Promise<void> {
  for (const { id, state, run: former } of await readStalled(database.db))
    await database.transact(async ({ tx }) => {
      const run = newId();
      if (!(await enqueueAgain(tx, { run: former }, { run, ifStalled: false }))) return;
      // Otherwise another process was first, and this job finds nothing to do.
      if (await startRun(tx, id, state, [], {}, run)) log.warn({ importId: id, state }, "an import that was interrupted is continued");
    });
}

/** Looks for stalled runs every two seconds. @returns a function that ends it */
export function takeOverRegularly(shop: Pick<Shop, "database" | "log">): () => void {
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    await takeOverStalled(shop).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) shop.log.error(error);
    });
    isLooking = false;
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
