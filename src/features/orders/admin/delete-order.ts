import type { SQL } from "drizzle-orm";
import { databaseNow } from "#server/db/clock.ts";
import type { Database } from "#server/db/connect.ts";
import { noteChange } from "../../audit/note-change.ts";
import { differences } from "../../audit/rules.ts";
import { changeStatus, checkStatus, lockToMove } from "../change-status.ts";
import type { StaffActor } from "../limits/refund-limit.ts";
import { updateOrder } from "../locked-order-store.ts";
import { IS_IN_PROGRESS } from "../rules.ts";
import { tagsOf } from "../tags.ts";
import { recordEvent } from "../timeline/order-events.ts";
import type { OrderChange } from "./edit-order.ts";
import { asFields, listed } from "./listed-order.ts";

/**
 * Removes an order from the admins' list, canceling it first if it is still open.
 * @throws Refusal 403 if only an admin may refund it, 404, 409 if the order has changed meanwhile
 */
export async function deleteOrder(
  database: Database,
  who: StaffActor,
  orderId: string | SQL,
  { statusWas, goodsBack }: Pick<OrderChange, "statusWas" | "goodsBack"> = {},
): Promise<void> {
  const { adminId } = who;
  await database.transact(async (transaction) => {
    const { tx, invalidate, withCommit } = transaction;
    const found = await lockToMove(tx, orderId, "CANCELLED");
    const was = listed(found.order);
    checkStatus(was, statusWas);
    const order = IS_IN_PROGRESS[was.status] ? await changeStatus(transaction, found, { who, goodsBack }) : was;
    const before = asFields(was);
    const { after } = differences(before, asFields(order));
    withCommit(
      updateOrder(tx, order.id, { deletedAt: new Date(databaseNow()) }),
      recordEvent(tx, { orderId: order.id, kind: "DELETED", who }),
      noteChange(tx, adminId, { kind: "order", thingId: order.id, thingName: order.number, action: "deleted", before, after }),
    );
    invalidate(tagsOf.deleted(order.id));
  });
}
