import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { lockOrder } from "../orders/locked-order-store.ts";
import type { Amount } from "../orders/picked/rules.ts";
import { deleteMarksOf, lowerSurplus } from "../orders/picked/store.ts";
import { idOf } from "../orders/store.ts";
import { tagsOf } from "../orders/tags.ts";
import { sumPerProduct } from "../stock/rules.ts";

/** What a picker saw of an order and put back. */
interface PutBack {
  canceled: boolean;
  lines: readonly Amount[];
}

/**
 * Records that what a picker saw is back on the shelves: all that was picked of a canceled order, otherwise what is no longer wanted.
 * What was added since stays listed. Repeating it changes nothing.
 * @throws Refusal 404, 409 if the order was canceled and is open again, so that it needs what was picked
 */
export async function putBack(database: Database, orderRef: string, seen: PutBack): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const order = await lockOrder(tx, idOf(orderRef));
    if (!order) throw refuse.notFound(t("Order not found"));
    const { id, status } = order;
    if (seen.canceled && status !== "CANCELLED") throw refuse.conflict(t("This order needs what was picked. Keep its items."), { status });
    withCommit(lowerSurplus(tx, id, sumPerProduct(seen.lines)));
    if (seen.canceled) withCommit(deleteMarksOf(tx, id));
    invalidate(tagsOf.picked(id));
  });
}
