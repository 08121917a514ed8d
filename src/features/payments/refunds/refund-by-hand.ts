import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { noteChange } from "../../audit/note-change.ts";
import { isOwedByHand } from "../../orders/admin/rules.ts";
import type { RefundWay } from "../../orders/contract.ts";
import { emailRefundedByHand } from "../../orders/emails.ts";
import { noteRefund, readTimeline } from "../../orders/order-events.ts";
import { checkRefund, type StaffActor } from "../../orders/refund-limit.ts";
import { lockOrder } from "../../orders/store.ts";

/**
 * Records that an admin refunded a cancelled order by hand, and emails the shopper. Also for deleted orders.
 * @throws Refusal 403 if it takes an admin, 404, 409 if there is nothing to refund by hand
 */
export async function refundByHand(database: Database, who: StaffActor, orderId: string, how: RefundWay): Promise<void> {
  await database.transact(async (tx, invalidate) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw refuse.notFound("Order");
    const timeline = await readTimeline(tx, orderId, "ADMIN");
    if (!isOwedByHand({ ...order, timeline })) throw refuse.conflict("This order has nothing to refund by hand");
    checkRefund(who, order.totalCents);
    await noteRefund(tx, invalidate, orderId, how === "cash" ? "REFUND IN CASH" : "REFUND DONE", who);
    await emailRefundedByHand(tx, orderId, how);
    const change = { before: { payment_status: order.paymentStatus }, after: { payment_status: "REFUNDED" } };
    await noteChange(tx, who.adminId, { kind: "order", thingId: orderId, thingName: order.number, action: "changed", ...change });
  });
}
