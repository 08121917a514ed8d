import * as z from "zod/mini";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { readSoldIds, replacePairs } from "../../catalogue/related/store.ts";
import { tagsOf } from "../../catalogue/tags.ts";
import { readPairs } from "./store.ts";

/** Products per transaction. */
const BATCH = 50;

const pair = { name: "orders.pair", data: z.unknown() } satisfies Job;

/** Recomputes all pairs of products every night, at 03:17 UTC. */
export function pairTasks(shop: Pick<Shop, "database">): Task[] {
  return [task(pair, () => pairProducts(shop), { every: "17 3 * * *", lane: "slow" })];
}

/** Finds out which products are bought together, for "Goes well with" on product pages. */
export async function pairProducts({ database }: Pick<Shop, "database">): Promise<void> {
  for (let after = ""; ;) {
    const ids = await readSoldIds(database.db, after, BATCH);
    if (ids.length > 0) {
      const pairs = await readPairs(database.db, ids);
      await database.transact(async ({ tx, invalidate }) => invalidate(...(await replacePairs(tx, ids, pairs)).map(tagsOf.related)));
    }
    after = ids.at(-1) ?? "";
    if (ids.length < BATCH) return;
  }
}
