import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { indexProducts, indexUnlocked } from "../../../search/engine/index-products.ts";
import { tagsOf } from "../../tags.ts";
import type { ShelfKind } from "../../shelf-tables.ts";
import { lockShelves, readProductsIn } from "./shelf-store.ts";

/** The most products of a renamed shelf that are indexed at once. */
const AT_ONCE = 100;
/** Products that the job indexes per transaction. A change of one of them waits that long at most, an order not at all. */
const BATCH = 250;

const data = z.object({ kind: z.enum(["category", "subCategory"]), shelfId: id });
const index = { name: "catalogue.index-shelf", data } satisfies Job<typeof data>;

/** Call it in the transaction that renames a shelf, so that searches find its products: a few at once, otherwise soon, by a job. */
export async function indexShelf(tx: Db, kind: ShelfKind, shelfId: string): Promise<void> {
  const ids = await readProductsIn(tx, kind, shelfId, "", AT_ONCE + 1);
  if (ids.length > AT_ONCE) await enqueue(tx, index, { kind, shelfId });
  else await indexProducts(tx, ids);
}

export function shelfTasks(shop: Pick<Shop, "database">): Task[] {
  return [task(index, (shelf) => indexAll(shop, shelf), { lane: "slow" })];
}

/** Products that an earlier attempt has indexed take no time again. */
async function indexAll({ database }: Pick<Shop, "database">, { kind, shelfId }: z.output<typeof data>): Promise<void> {
  for (let after = ""; ;) {
    const ids = await database.transact(async ({ tx }) => {
      // Otherwise, another renaming could be overwritten with this one.
      await lockShelves(tx, kind, [shelfId]);
      const some = await readProductsIn(tx, kind, shelfId, after, BATCH);
      await indexUnlocked(tx, some);
      return some;
    });
    after = ids.at(-1) ?? "";
    if (ids.length < BATCH) break;
  }
  await database.transact(async ({ invalidate }) => invalidate(tagsOf.products));
}
