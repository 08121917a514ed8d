import type { SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { emailCancelDeclined } from "../emails.ts";
import { lockOrder, updateOrder } from "../locked-order-store.ts";
import { tagsOf } from "../tags.ts";
import { recordEvent } from "../timeline/order-events.ts";
import { listed } from "./listed-order.ts";

/**
 * Declines a shopper's request to cancel a shipped order. One round trip; what it writes is sent with the commit.
 * @param ref SQL for the order's id
 * @returns its id
 * @throws Refusal 404, 409 without such a request
 */
export async function declineCancel({ tx, invalidate, withCommit }: Transaction, adminId: string, ref: SQL): Promise<string> {
  const order = listed(await lockOrder(tx, ref));
  if (!order.cancelRequestedAt) throw refuse.conflict(t("Nobody is waiting for an answer about canceling this order"));
  const { id: orderId, number: thingName } = order;
  const change = { before: { cancellation: "requested" }, after: { cancellation: "declined" } };
  withCommit(
    updateOrder(tx, orderId, { cancelRequestedAt: null }),
    recordEvent(tx, { orderId, kind: "CANCEL DECLINED", who: { adminId } }),
    emailCancelDeclined(tx, orderId),
    noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName, action: "changed", ...change }),
  );
  invalidate(tagsOf.changed(orderId));
  return orderId;
}
