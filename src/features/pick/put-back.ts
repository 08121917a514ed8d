import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { lockOrder } from "../orders/locked-order-store.ts";
import { idOf } from "../orders/store.ts";
import { tagsOf } from "../orders/tags.ts";
import { deleteMarksOf, deleteSurplusOf } from "./store.ts";

/**
 * Records that what an order no longer needs is back on the shelves: all of a canceled one.
 * @throws Refusal 404, 409 if the order needs all that was picked, for example because it is open again
 */
export async function putBack(database: Database, orderRef: string): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const [order, isSurplus] = await Promise.all([lockOrder(tx, idOf(orderRef)), deleteSurplusOf(tx, idOf(orderRef))]);
    if (!order) throw refuse.notFound(t("Order not found"));
    if (order.status === "CANCELLED") withCommit(deleteMarksOf(tx, order.id));
    else if (!isSurplus) throw refuse.conflict(t("This order needs what was picked. Keep its items."), { status: order.status });
    invalidate(tagsOf.picked(order.id));
  });
}
