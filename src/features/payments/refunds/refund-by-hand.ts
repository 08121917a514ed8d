import type { SQL } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatAmount, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import type { Fields } from "../../audit/rules.ts";
import { isOwedByHand } from "../../orders/admin/rules.ts";
import type { RefundWay } from "../../orders/contract.ts";
import { emailRefundedByHand } from "../../orders/emails.ts";
import { noteRefundOf, readTimeline, recordEvent } from "../../orders/timeline/order-events.ts";
import { checkRefund, refundedByStaff, type StaffActor } from "../../orders/limits/refund-limit.ts";
import { lockOrder, updateOrder } from "../../orders/locked-order-store.ts";
import { tagsOf } from "../../orders/tags.ts";

/**
 * Records that staff refunded a difference, or all of a canceled order, by hand, and emails the shopper. Works for deleted orders too. Two
 * round trips.
 * @param ref or SQL for the order's id
 * @throws Refusal 403 if only an admin may do so, 404, 409 if there is nothing to refund by hand
 */
export async function refundByHand(database: Database, who: StaffActor, ref: string | SQL, how: RefundWay): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const [order, timeline] = await Promise.all([lockOrder(tx, ref), readTimeline(tx, ref, "ADMIN")]);
    if (!order) throw refuse.notFound(t("Order not found"));
    const { id: orderId, number, owedCents } = order;
    const isAll = isOwedByHand({ ...order, timeline });
    if (!isAll && owedCents === 0) throw refuse.conflict(t("This order has nothing to refund by hand"));
    const toRecord = { who: who.adminId, before: "", after: formatAmount(owedCents) };
    const done = [
      ...(owedCents > 0 ? [{ ...toRecord, kind: "DIFFERENCE DONE" as const }] : []),
      ...(isAll ? [{ ...toRecord, kind: "REFUND DONE" as const }] : []),
    ];
    checkRefund(who, refundedByStaff({ ...order, timeline: [...timeline, ...done] }));
    const note = (before: Fields, after: Fields) =>
      noteChange(tx, who.adminId, { kind: "order", thingId: orderId, thingName: number, action: "changed", before, after });
    if (owedCents > 0) {
      withCommit(
        updateOrder(tx, orderId, { owedCents: 0 }),
        recordEvent(tx, { orderId, kind: "DIFFERENCE DONE", who, after: formatAmount(owedCents) }),
        note({ owed: toDollars(owedCents) }, { owed: 0 }),
      );
      invalidate(tagsOf.changed(orderId));
    }
    if (!isAll) return;
    withCommit(
      ...noteRefundOf(tx, invalidate, order, how === "cash" ? "REFUND IN CASH" : "REFUND DONE", who),
      emailRefundedByHand(tx, orderId, how),
      note({ payment_status: order.paymentStatus }, { payment_status: "REFUNDED" }),
    );
  });
}
