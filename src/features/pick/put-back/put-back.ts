import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { lockOrder } from "../../orders/locked-order-store.ts";
import { deleteMarksOf, deleteSurplusOf } from "../../orders/picked/store.ts";
import { idOf } from "../../orders/store.ts";
import { tagsOf } from "../../orders/tags.ts";
import { isChangedSince, readPutBack } from "./store.ts";

/** The order as a picker saw it listed. */
interface Seen {
  canceled?: boolean | undefined;
  at?: string | undefined;
}

/**
 * Records that all that was listed of an order is back on the shelves. Repeating it changes nothing.
 * @throws Refusal 404, 409 if other items are listed by now, or if the order was canceled and is open again, so that it needs what was picked
 */
export async function putBack(database: Database, orderRef: string, { canceled, at }: Seen): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const ref = idOf(orderRef);
    const [order, [listed]] = await Promise.all([lockOrder(tx, ref), readPutBack(tx, ref)]);
    if (!order) throw refuse.notFound(t("Order not found"));
    const { id, status } = order;
    if (canceled && status !== "CANCELLED") throw refuse.conflict(t("This order needs what was picked. Keep its items."), { status });
    if (!listed) {
      // All of it is wanted again.
      if (at !== undefined && (await isChangedSince(tx, id, at))) throw listChanged();
      return;
    }
    if ((canceled !== undefined && canceled !== listed.canceled) || (at !== undefined && at !== listed.at)) throw listChanged();
    withCommit(deleteSurplusOf(tx, id));
    if (listed.canceled) withCommit(deleteMarksOf(tx, id));
    invalidate(tagsOf.picked(id));
  });
}

const listChanged = () => refuse.conflict(t("The list has changed. Check what to put back."));
