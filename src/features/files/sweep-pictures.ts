import * as z from "zod/mini";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { forgetPictures, lockUnused, readUnused } from "./picture-store.ts";
import { storageOf } from "./storage.ts";

/** Pictures removed per batch. */
const BATCH = 200;

const sweep = { name: "files.sweep", data: z.unknown() } satisfies Job;

/** The background jobs of this feature: unused pictures are removed every night. */
export function fileTasks(shop: Shop): Task[] {
  return [task(sweep, () => sweepPictures(shop), { every: "17 3 * * *", lane: "slow" })];
}

/** Removes unused pictures that were uploaded more than a day ago. */
export async function sweepPictures({ config, database, log }: Shop): Promise<void> {
  const storage = storageOf(config);
  for (;;) {
    const keys = await readUnused(database.db, BATCH);
    if (keys.length === 0) return;
    const removed = await database.transact(async (tx) => {
      const unused = await lockUnused(tx, keys);
      for (const key of unused) await storage.remove(key);
      if (unused.length > 0) await forgetPictures(tx, unused);
      return unused.length;
    });
    log.info({ removed }, "pictures that nothing shows were removed");
    // The others are being uploaded or used right now.
    if (removed < keys.length) return;
  }
}
