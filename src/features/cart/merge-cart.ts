import type { Database } from "#server/db/connect.ts";
import { lockUser } from "../account/lock-user.ts";
import type { CartLine } from "./contract.ts";
import type { Item } from "../stock/rules.ts";
import { mergedLines } from "./rules.ts";
import { claimMerge, readCart, readLines, readProductsFor, setLines } from "./store.ts";

/** Adds a guest's cart to the account's: once per `mergeId`, even when two requests arrive at the same time (CART-6). */
export async function mergeCart(database: Database, userId: string, mergeId: string, items: readonly Item[]): Promise<CartLine[]> {
  await database.transact(async (tx) => {
    // A second request with this id waits here until the first is committed.
    if (!(await claimMerge(tx, userId, mergeId))) return;
    await lockUser(tx, userId);
    const found = await readProductsFor(
      tx,
      userId,
      items.map((item) => item.productId),
    );
    const stock = new Map(found.map((product) => [product._id, product.stock]));
    await setLines(tx, userId, mergedLines(await readLines(tx, userId), items, stock));
  });
  return readCart(database.db, userId);
}
