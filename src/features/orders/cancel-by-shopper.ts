import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { changeStatus } from "./change-status.ts";
import { emailCancelRequested } from "./emails.ts";
import { readTimeline, recordEvent } from "./timeline/order-events.ts";
import { CANCEL_HOURS, wayToCancel } from "./rules.ts";
import { lockOrder, requestCancel } from "./locked-order-store.ts";
import { tagsOf } from "./tags.ts";

/**
 * Cancels an order for its shopper or, if it has shipped, asks the shop to cancel it. Repeats change nothing.
 * @returns whether it was canceled, or only asked for
 * @throws Refusal 404; 409 once it was sent and {@link CANCEL_HOURS} have passed, or the shop has declined
 */
export async function cancelByShopper(tx: Db, invalidate: Invalidate, orderId: string): Promise<"cancelled" | "requested"> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse.notFound(t("Order not found"));
  if (order.status === "CANCELLED") return "cancelled";
  const way = wayToCancel(order.status, order.isRecent);
  if (way === "cancel") {
    await changeStatus(tx, invalidate, orderId, { to: "CANCELLED", who: "shopper" });
    return "cancelled";
  }
  if (order.cancelRequestedAt) return "requested";
  if (!way)
    throw refuse.conflict(
      t(
        "This order was already sent, and {CANCEL_HOURS} hours have passed since you placed it, so it can no longer be canceled. Contact us if something is wrong with it.",
        { CANCEL_HOURS },
      ),
    );
  const timeline = await readTimeline(tx, orderId, "ADMIN");
  if (timeline.some(({ kind }) => kind === "CANCEL DECLINED"))
    throw refuse.conflict(t("We couldn't cancel this order. Contact us if something is wrong with it."));
  await requestCancel(tx, orderId);
  await recordEvent(tx, { orderId, kind: "CANCEL REQUESTED", who: "shopper" });
  await emailCancelRequested(tx, orderId);
  invalidate(tagsOf.changed(orderId));
  return "requested";
}
