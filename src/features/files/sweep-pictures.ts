import * as z from "zod/mini";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { forgetPictures, lockUnused, readUnused } from "./picture-store.ts";
import { storageOf } from "./storage.ts";

/** Pictures that are removed together. */
const BATCH = 200;

const sweep = { name: "files.sweep", data: z.unknown() } satisfies Job;

/** What this room does in the background: every night it removes the pictures that nothing shows. */
export function fileTasks(shop: Shop): Task[] {
  return [task(sweep, () => sweepPictures(shop), { every: "17 3 * * *", lane: "slow" })];
}

/** Removes uploaded pictures that were sent more than a day ago and that nothing shows. */
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
    // The others are being sent or used at this moment.
    if (removed < keys.length) return;
  }
}
