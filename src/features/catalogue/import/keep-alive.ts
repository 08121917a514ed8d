import type { Db } from "#server/db/connect.ts";
import { signalLife } from "./store.ts";

/** A few of these fit into the time after which a run counts as stalled. */
const EVERY_MS = 2000;

/** Shows that a run is alive while it works, however long a batch takes. Without it, another process takes the run over. */
export async function keepAlive<T>(db: Db, { importId, run }: { importId: string; run: string }, work: () => Promise<T>): Promise<T> {
  let isSignaling = false;
  const timer = setInterval(async () => {
    if (isSignaling) return;
    isSignaling = true;
    // While the database is unavailable, the run is not alive.
    await signalLife(db, importId, run).catch(() => {});
    isSignaling = false;
  }, EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
