import type { SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { forgetPictures, markUnused, takeOverRemovals } from "./picture-store.ts";
import { storageOf } from "./storage.ts";

/**
 * Limits of one sweep: pictures marked at a time (which reads everything that shows pictures twice), how often it marks, and pictures
 * removed at a time (which takes seconds). All pictures marked at a time are removed before another process may take them over.
 */
const MOST = { marked: 1000, times: 20, removed: 20 };

const sweep = { name: "files.sweep", data: z.unknown() } satisfies Job;

/**
 * The background jobs of this feature: unused pictures are removed every night.
 * @param uses a query for the addresses of all pictures in use
 */
export function fileTasks(shop: Shop, uses: SQL): Task[] {
  return [task(sweep, () => sweepPictures(shop, uses), { every: "17 3 * * *", lane: "slow" })];
}

/**
 * Removes unused pictures that were uploaded more than a day ago, and completes removals that were interrupted. The next sweep does what
 * this one had no time for.
 */
export async function sweepPictures(shop: Shop, uses: SQL, { marked, times, removed } = MOST): Promise<void> {
  const { database, log } = shop;
  for (const take of [() => takeOverRemovals(database.db, marked), () => database.transact(({ tx }) => markUnused(tx, uses, marked))]) {
    for (let time = 0; time < times; time++) {
      const keys = await take();
      for (let at = 0; at < keys.length; at += removed) await removeMarked(shop, keys.slice(at, at + removed));
      if (keys.length > 0) log.info({ removed: keys.length }, "removed unused pictures");
      // Fewer than asked for: the rest is being uploaded or used right now.
      if (keys.length < marked) break;
    }
  }
}

/**
 * Removes pictures from the storage that a committed transaction marked. Not in a transaction: the storage may take long.
 * @throws what the storage said about one it couldn't remove; it stays marked, and the sweep tries again
 */
async function removeMarked({ config, database }: Shop, keys: readonly string[]): Promise<void> {
  const storage = storageOf(config);
  const results = await Promise.allSettled(keys.map((key) => storage.remove(key)));
  await forgetPictures(
    database.db,
    keys.filter((_, n) => results[n]?.status === "fulfilled"),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
