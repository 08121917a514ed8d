import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { returnStock, takeStock } from "../stock/take-stock.ts";
import type { OrderStatus } from "./contract.ts";
import { tellOrderCancelled } from "./emails.ts";
import { notePaymentStatus, readTimeline, recordEvent, type Actor } from "./order-events.ts";
import { refundOrderSoon } from "./refund-job.ts";
import { IS_PAID, mayBecome, refundOf, stockMoveOf } from "./rules.ts";
import { lockOrder, readItems, updateOrder } from "./store.ts";
import { tagsOf } from "./tags.ts";

/**
 * Gives an order another status, with all that follows: cancelling puts the goods back on the shelves, sends the money
 * back and tells the shopper; leaving CANCELLED takes the goods again. A status that it has already changes nothing.
 * @throws Refusal 404 without such an order, 409 when it may not become that, its goods are gone, or its money is on its way back
 */
export async function changeStatus(
  tx: Db,
  invalidate: Invalidate,
  orderId: string,
  to: OrderStatus,
  who: Exclude<Actor, "shop">,
): Promise<void> {
  // Locked: whoever asks at the same time waits here, and then finds it done.
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse.notFound("Order");
  const { status: from, paymentStatus } = order;
  if (from === to) return;
  if (!mayBecome(from, to, who === "shopper" ? who : "admin"))
    throw refuse.conflict(
      "This order was sent already, so it can no longer be cancelled. Please contact us if something is wrong with it.",
    );
  // Else the refund would be done with an order that stands open.
  if (from === "CANCELLED" && refundOf(await readTimeline(tx, orderId, "ADMIN")) === "on its way")
    throw refuse.conflict("status cannot be changed while the money of this order is on its way back. Please try again in a minute.");

  const move = stockMoveOf(from, to);
  const items = move ? await readItems(tx, orderId) : [];
  if (move === "sell") await takeStock(tx, invalidate, items);
  if (move === "takeBack") await returnStock(tx, invalidate, items, move);
  await updateOrder(tx, orderId, { status: to });
  await recordEvent(tx, { orderId, kind: to === "CANCELLED" ? to : "STATUS", who, before: from, after: to });
  // The money went back: it is to be paid again, and must not look like settled.
  if (from === "CANCELLED" && paymentStatus === "REFUNDED") await notePaymentStatus(tx, invalidate, orderId, "PENDING");
  invalidate(tagsOf.changed(orderId));
  if (to !== "CANCELLED") return;
  if (IS_PAID[paymentStatus]) {
    await recordEvent(tx, { orderId, kind: "REFUND REQUESTED", who });
    await refundOrderSoon(tx, orderId);
  }
  await tellOrderCancelled(tx, orderId);
}
