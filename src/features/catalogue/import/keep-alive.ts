import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import { signalLife } from "./run-store.ts";

/** A few of these fit into the time after which a run counts as stalled. */
const EVERY_MS = 2000;

/** Shows that a run is alive while it works, however long a batch takes. Without it, another process takes the run over. */
export async function keepAlive<T>(
  db: Db,
  { importId, run }: { importId: string; run: string },
  work: () => Promise<T>,
  log: Pick<FastifyBaseLogger, "error">,
): Promise<T> {
  let isSignaling = false;
  const timer = setInterval(async () => {
    if (isSignaling) return;
    isSignaling = true;
    // While the database is unavailable, the run is not alive.
    await signalLife(db, importId, run).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error(error);
    });
    isSignaling = false;
  }, EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
