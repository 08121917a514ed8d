import * as z from "zod/mini";
import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { readCategoryIds } from "./store.ts";
import { tagsOf } from "./tags.ts";
import { foldTally } from "./tally.ts";

/** Products per transaction: an order of one of them waits that long at most. */
const BATCH = 500;

const rank = { name: "catalogue.rank", data: z.unknown() } satisfies Job;

/** Recomputes which products are popular every night, at 02:41 UTC. */
export function popularityTasks(shop: Pick<Shop, "database">): Task[] {
  return [task(rank, () => rankProducts(shop).then(() => foldTally(shop.database.db)), { every: "41 2 * * *", lane: "slow" })];
}

/**
 * Sets products' popularity to what they have sold so far. Once a night, so that sales during the day neither move products between the
 * pages of a list nor invalidate cached lists.
 */
export async function rankProducts({ database }: Pick<Shop, "database">): Promise<void> {
  for (let after = ""; ;) {
    const ids = await database.transact(async ({ tx, invalidate }) => {
      const changed = await rankBatch(tx, after);
      if (changed.length > 0) invalidate(tagsOf.products);
      invalidate(...(await readCategoryIds(tx, changed)).map(tagsOf.category));
      return changed;
    });
    after = ids.at(-1) ?? "";
    if (ids.length < BATCH) return;
  }
}

async function rankBatch(tx: Db, after: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from product where id > ${after} and popularity <> sold order by id limit ${BATCH} for no key update`);
  const ids = rows.map(({ id }) => id);
  await tx.execute(sql`update product set popularity = sold where id = any(${sql.param(ids)}::text[])`);
  return ids;
}
