import type { SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { forgetPictures, markUnused, takeOverRemovals } from "./picture-store.ts";
import { storageOf } from "./storage.ts";

/** Pictures removed at a time. */
const BATCH = 20;

const sweep = { name: "files.sweep", data: z.unknown() } satisfies Job;

/**
 * The background jobs of this feature: unused pictures are removed every night.
 * @param uses a query for the addresses of all pictures in use
 */
export function fileTasks(shop: Shop, uses: SQL): Task[] {
  return [task(sweep, () => sweepPictures(shop, uses), { every: "17 3 * * *", lane: "slow" })];
}

/** Removes unused pictures that were uploaded more than a day ago, and completes removals that were interrupted. */
export async function sweepPictures(shop: Shop, uses: SQL): Promise<void> {
  const { database, log } = shop;
  for (const take of [() => takeOverRemovals(database.db, BATCH), () => database.transact((tx) => markUnused(tx, uses, BATCH))]) {
    for (;;) {
      const keys = await take();
      await removeMarked(shop, keys);
      if (keys.length > 0) log.info({ removed: keys.length }, "removed unused pictures");
      // Fewer than asked for: the rest is being uploaded or used right now.
      if (keys.length < BATCH) break;
    }
  }
}

/**
 * Removes pictures from the storage that a committed transaction marked. Not in a transaction: the storage may take long.
 * @throws what the storage said about one it couldn't remove; it stays marked, and the sweep tries again
 */
export async function removeMarked({ config, database }: Shop, keys: readonly string[]): Promise<void> {
  const storage = storageOf(config);
  const results = await Promise.allSettled(keys.map((key) => storage.remove(key)));
  await forgetPictures(
    database.db,
    keys.filter((_, n) => results[n]?.status === "fulfilled"),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
