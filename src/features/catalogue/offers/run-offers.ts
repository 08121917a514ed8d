import * as z from "zod/mini";
import { sql } from "drizzle-orm";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { readCategoryIds } from "../store.ts";
import { tagsOf } from "../tags.ts";
import { applyOffers, lockDueOffers, readUpcoming } from "./store.ts";

/** Products per transaction: an order of one of them waits that long at most. */
const BATCH = 500;
/** How far a scheduled run looks ahead: a little longer than until the next one. */
const AHEAD_SECONDS = 75;
const MOST_AHEAD = 10;

const scheduled = { name: "catalogue.offers", data: z.unknown() } satisfies Job;
const onTime = { name: "catalogue.offers-on-time", data: z.unknown() } satisfies Job;

/** Begins and ends offers: every minute, and in the second in which one begins or ends. */
export function offerTasks(shop: Pick<Shop, "database">): Task[] {
  return [
    task(
      scheduled,
      async () => {
        await runOffers(shop);
        for (const time of await readUpcoming(shop.database.db, AHEAD_SECONDS, MOST_AHEAD))
          // oxlint-disable-next-line no-await-in-loop -- a few at most
          await enqueue(shop.database.db, onTime, null, sql`${time}::timestamptz`);
      },
      { every: "* * * * *" },
    ),
    task(onTime, () => runOffers(shop)),
  ];
}

/** Begins and ends the offers that are due by the database's clock, and invalidates what shows their prices. */
export async function runOffers({ database }: Pick<Shop, "database">): Promise<void> {
  let count: number;
  do {
    // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
    count = await database.transact(async ({ tx, invalidate }) => {
      const ids = await lockDueOffers(tx, BATCH);
      if (ids.length === 0) return 0;
      await applyOffers(tx, ids);
      const categories = await readCategoryIds(tx, ids);
      invalidate(tagsOf.products, ...ids.flatMap((id) => [tagsOf.product(id), tagsOf.stock(id)]), ...categories.map(tagsOf.category));
      return ids.length;
    });
  } while (count === BATCH);
}
