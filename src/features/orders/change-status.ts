import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { countAgain, returnUse } from "../coupons/uses-store.ts";
import { releaseSlot, takeSlot } from "../delivery/slots/store.ts";
import { returnStock, takeIfEnough } from "../stock/take-stock.ts";
import type { OrderStatus } from "./contract.ts";
import { emailOrderCancelled, emailOrderMoved } from "./emails.ts";
import { notifyMoved } from "./notifications.ts";
import { notePaymentStatus, readTimeline, recordEvent, type Actor } from "./timeline/order-events.ts";
import { refundOrderSoon } from "./refund-job.ts";
import { checkFurtherRefund } from "./refund-limit.ts";
import { IN_CASH, IS_PAID, isRefunding, mayBecome, stockMoveOf } from "./rules.ts";
import { cannotReopenMessage, statusInWords } from "./words.ts";
import { readItems } from "./store.ts";
import { lockOrder, updateOrder, type LockedOrder } from "./locked-order-store.ts";
import { tagsOf } from "./tags.ts";

interface StatusChange {
  to: OrderStatus;
  who: Exclude<Actor, "shop">;
  /** The status the person saw; the change is refused if it is different by now. */
  statusWas?: OrderStatus | undefined;
  /** Whether the goods of a canceled order are back on the shelves. Those of an order that was not sent never left. */
  goodsBack?: boolean | undefined;
}

/**
 * Changes an order's status, with all consequences: canceling returns the stock, starts the refund and emails the
 * shopper; reopening takes the stock again, unless the goods never came back. An order that already has the status is unchanged.
 * @throws Refusal 404; 409 if the order has changed since (`data.status` is its current status), the status is not
 * allowed, or the stock is gone; 403 if the refund takes an admin
 */
export async function changeStatus(tx: Db, invalidate: Invalidate, orderId: string, change: StatusChange): Promise<void> {
  const { to, who, statusWas, goodsBack = true } = change;
  // With the lock, concurrent changes wait and see each other's result.
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse.notFound(t("Order not found"));
  const { status: from, paymentStatus } = order;
  if (from === to) return;
  if (statusWas !== undefined && statusWas !== from)
    throw refuse.conflict(t("This order is now {from}, so it was not changed. Check it and try again.", { from: statusInWords(from) }), {
      status: from,
    });
  if (!mayBecome(from, to, who === "shopper" ? who : "admin"))
    throw refuse.conflict(t("This order was already sent, so it can no longer be canceled. Contact us if something is wrong with it."));
  // Otherwise the refund would complete for an order that is open again.
  if (from === "CANCELLED" && isRefunding(await readTimeline(tx, orderId, "ADMIN")))
    throw refuse.conflict(t("status cannot be changed while this order is being refunded. Try again when the refund is done."));

  const goodsGone = to === "CANCELLED" && from !== "PENDING" && !goodsBack;
  const move = goodsGone || order.goodsGone ? null : stockMoveOf(from, to);
  const items = move ? await readItems(tx, orderId) : [];
  if (move === "sell") {
    const taken = await takeIfEnough(tx, invalidate, items, move);
    if (!taken.ok) throw refuse.conflict(cannotReopenMessage(taken.short));
  }
  if (move === "takeBack") await returnStock(tx, invalidate, items, move);
  if (order.slotId !== null) await moveSlot(tx, change, from, order.slotId);
  if (order.couponCode) await moveCoupon(tx, order, to);
  await updateOrder(tx, orderId, { status: to, goodsGone, ...(to === "CANCELLED" && { cancelRequestedAt: null, packedAt: null }) });
  await recordEvent(tx, { orderId, kind: to === "CANCELLED" ? to : "STATUS", who, before: from, after: to });
  // It was refunded, so it has to be paid again.
  if (from === "CANCELLED" && paymentStatus === "REFUNDED") await notePaymentStatus(tx, invalidate, orderId, "PENDING");
  invalidate(tagsOf.changed(orderId));
  if (to === "SHIPPED" || to === "DELIVERED") {
    await emailOrderMoved(tx, orderId, to);
    await notifyMoved(tx, order, to);
  }
  if (to !== "CANCELLED") return;
  if (IS_PAID[paymentStatus]) await startRefund(tx, order, who);
  await emailOrderCancelled(tx, orderId);
}

/** A reopened order gets a place even if its delivery time is full by now: the admin who reopens it knows. */
async function moveSlot(tx: Db, { to }: StatusChange, from: OrderStatus, id: string): Promise<void> {
  if (from === "CANCELLED") await takeSlot(tx, { id });
  if (to === "CANCELLED") await releaseSlot(tx, { id });
}

/** Gives a canceled order's coupon back, or counts it again. @throws Refusal 409 if it is used up */
async function moveCoupon(tx: Db, { id, status, couponCode }: LockedOrder, to: OrderStatus): Promise<void> {
  if (to === "CANCELLED") return returnUse(tx, id);
  if (status === "CANCELLED" && !(await countAgain(tx, id, "USED")))
    throw refuse.conflict(
      t("This order stays canceled: its coupon {couponCode} is used up. Raise the coupon's limit first, then try again.", { couponCode }),
    );
}

/** Refunds a canceled order through its provider; cash is up to an admin. */
async function startRefund(tx: Db, { id: orderId, paymentMethod, totalCents }: LockedOrder, who: Actor): Promise<void> {
  await checkFurtherRefund(tx, orderId, who, totalCents);
  if (paymentMethod === IN_CASH.method) return recordEvent(tx, { orderId, kind: "REFUND BY HAND", who: "shop" });
  await recordEvent(tx, { orderId, kind: "REFUND REQUESTED", who });
  await refundOrderSoon(tx, orderId);
}
