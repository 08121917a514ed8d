import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatAmount, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { isOwedByHand } from "../../orders/admin/rules.ts";
import type { RefundWay } from "../../orders/contract.ts";
import { emailRefundedByHand } from "../../orders/emails.ts";
import { noteRefund, readTimeline, recordEvent } from "../../orders/timeline/order-events.ts";
import { checkRefund, givenBackByStaff, type StaffActor } from "../../orders/refund-limit.ts";
import { lockOrder, updateOrder } from "../../orders/locked-order-store.ts";
import { tagsOf } from "../../orders/tags.ts";

/**
 * Records that staff refunded by hand what an order became cheaper by, or all of a canceled one, and emails the shopper. Works for deleted
 * orders too.
 * @throws Refusal 403 if only an admin may do so, 404, 409 if there is nothing to refund by hand
 */
export async function refundByHand(database: Database, who: StaffActor, orderId: string, how: RefundWay): Promise<void> {
  await database.transact(async (tx, invalidate) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw refuse.notFound(t("Order not found"));
    const timeline = await readTimeline(tx, orderId, "ADMIN");
    const { owedCents } = order;
    const isAll = isOwedByHand({ ...order, timeline });
    if (!isAll && owedCents === 0) throw refuse.conflict(t("This order has nothing to refund by hand"));
    checkRefund(who, owedCents + (isAll ? order.totalCents : 0) + givenBackByStaff(timeline));
    if (owedCents > 0) {
      await updateOrder(tx, orderId, { owedCents: 0 });
      await recordEvent(tx, { orderId, kind: "DIFFERENCE DONE", who, after: formatAmount(owedCents) });
      const change = { before: { owed: toDollars(owedCents) }, after: { owed: 0 } };
      await noteChange(tx, who.adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "changed", ...change });
      invalidate(tagsOf.changed(orderId));
    }
    if (!isAll) return;
    await noteRefund(tx, invalidate, orderId, how === "cash" ? "REFUND IN CASH" : "REFUND DONE", who);
    await emailRefundedByHand(tx, orderId, how);
    const change = { before: { payment_status: order.paymentStatus }, after: { payment_status: "REFUNDED" } };
    await noteChange(tx, who.adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "changed", ...change });
  });
}
