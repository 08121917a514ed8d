import type { Database } from "#server/db/connect.ts";
import type { LoggedIn } from "#server/shop.ts";
import { lockUser } from "../account/lock-user.ts";
import type { Item } from "../stock/rules.ts";
import { mergedLines } from "./rules.ts";
import { claimMerge, readCart, readLines, readProductsFor, setLines, type CartEntry } from "./store.ts";

/** Adds a guest's cart to the account's: once per `mergeId`, even when two requests arrive at the same time (CART-6). */
export function mergeCart(database: Database, visitor: LoggedIn, mergeId: string, items: readonly Item[]): Promise<CartEntry[]> {
  const { userId } = visitor;
  return database.transact(
    async ({ tx, withCommit }) => {
      const ids = items.map(({ productId }) => productId);
      const [isFirst, , lines, found] = await Promise.all([
        // A second request with this id waits here until the first is committed.
        claimMerge(tx, userId, mergeId),
        lockUser(tx, visitor),
        readLines(tx, userId),
        readProductsFor(tx, userId, ids),
      ]);
      const stock = new Map(found.map((product) => [product._id, product.stock]));
      if (isFirst) withCommit(setLines(tx, userId, mergedLines(lines, items, stock)));
      return withCommit(readCart(tx, userId));
    },
    { prepare: true },
  );
}
