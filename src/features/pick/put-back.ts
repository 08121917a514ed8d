import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { lockOrder } from "../orders/locked-order-store.ts";
import { idOf } from "../orders/store.ts";
import { tagsOf } from "../orders/tags.ts";
import { deleteMarksOf } from "./store.ts";

/** Records that the items of a canceled order are back on the shelves. @throws Refusal 404, 409 for an order that is open again */
export async function putBack(database: Database, orderRef: string): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const order = await lockOrder(tx, idOf(orderRef));
    if (!order) throw refuse.notFound(t("Order not found"));
    if (order.status !== "CANCELLED") throw refuse.conflict(t("This order was reopened. Keep its items."), { status: order.status });
    withCommit(deleteMarksOf(tx, order.id));
    invalidate(tagsOf.picked(order.id));
  });
}
