import { sql, type SQL } from "drizzle-orm";
import type { Db, Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { plural, t } from "#words/t.ts";
import { countAgain, hasUsedForFirst, returnUse } from "../coupons/uses-store.ts";
import { isForPickup } from "../delivery/rules.ts";
import { releaseSlot, takeSlot } from "../delivery/slots/store.ts";
import type { Item } from "../stock/rules.ts";
import { lockStock, type StockedProduct } from "../stock/store.ts";
import { judgeIfEnough, returnLocked, takeLocked } from "../stock/take-stock.ts";
import type { OrderStatus } from "./contract.ts";
import { emailOrderCanceled, emailOrderMoved } from "./emails.ts";
import { notifyMoved } from "./notifications.ts";
import type { OrderEvent } from "./timeline/contract.ts";
import { readTimeline, recordEvent, type Actor } from "./timeline/order-events.ts";
import { refundOrderSoon } from "./refund-job.ts";
import { checkRefundOfAll } from "./limits/refund-limit.ts";
import { IN_CASH, IS_PAID, mayBecome, stockMoveOf } from "./rules.ts";
import { isRefunding } from "./refunds/rules.ts";
import { cannotReopenMessage, statusInWords } from "./words.ts";
import { countUnpacked, markBagsToPutBack } from "./picked/store.ts";
import { hasOrderedBefore, readItems } from "./store.ts";
import { lockOrder, productsMovedBy, updateOrder, type LockedOrder } from "./locked-order-store.ts";
import { tagsOf } from "./tags.ts";

/** An order, locked, with all that a change of its status depends on. */
export interface Movable {
  /** The status it was locked for. */
  to: OrderStatus;
  order: LockedOrder;
  timeline: OrderEvent[];
  items: Item[];
  /** Products whose stock the change moves, locked too. */
  products: StockedProduct[];
  /** How many lines are marked as missing, replaced or lighter without being packed. */
  unpacked: number;
}

/** Like {@link lockMovable}. @throws Refusal 404 */
export async function lockToMove(tx: Db, orderId: string | SQL, to: OrderStatus): Promise<Movable> {
  const found = await lockMovable(tx, orderId, to);
  if (!found) throw refuse.notFound(t("Order not found"));
  return found;
}

/**
 * Locks an order for a change of its status, and then its products, as all writers do. One round trip: concurrent changes wait here and
 * see each other's result.
 * @param orderId or SQL for it
 * @param movesStock false for changes that never move stock
 */
export async function lockMovable(tx: Db, orderId: string | SQL, to: OrderStatus, movesStock = true): Promise<Movable | undefined> {
  const [order, timeline, items, products, unpacked] = await Promise.all([
    lockOrder(tx, orderId),
    readTimeline(tx, orderId, "ADMIN"),
    readItems(tx, orderId),
    movesStock ? lockStock(tx, [], productsMovedBy(orderId, to)) : [],
    countUnpacked(tx, orderId),
  ]);
  return order && { to, order, timeline, items, products, unpacked };
}

interface StatusChange {
  who: Exclude<Actor, "shop">;
  /** The status the person saw; the change is refused if it is different by now. */
  statusWas?: OrderStatus | undefined;
  /** Whether the goods of a canceled order are back on the shelves. Those of an order that was not sent never left. */
  goodsBack?: boolean | undefined;
  /** Whether an order that was marked short is only sent once it is packed, since packing lowers it. */
  packFirst?: boolean | undefined;
}

/**
 * Changes an order's status to the one it was locked for, with all consequences: canceling returns the stock, starts the refund and
 * emails the shopper; reopening takes the stock again, unless the goods never came back. An order that already has the status is unchanged.
 * What it writes is sent with the commit.
 * @param found by {@link lockToMove}
 * @returns the order as it is then
 * @throws Refusal 409 if the order has changed since (`data.status` is its current status), the status is not
 * allowed, it has to be packed first (`data.unpacked` lines), or the stock is gone; 403 if the refund takes an admin
 */
export async function changeStatus(transaction: Transaction, found: Movable, change: StatusChange): Promise<LockedOrder> {
  const { tx, invalidate, withCommit } = transaction;
  const { who, statusWas, goodsBack = true, packFirst = false } = change;
  const { to, order, timeline, items, products, unpacked } = found;
  const { id: orderId, status: from, paymentStatus } = order;
  if (from === to) return order;
  checkStatus(order, statusWas);
  if (!mayBecome(from, to, who === "shopper" ? who : "admin"))
    throw refuse.conflict(
      isForPickup(order.delivery)
        ? t("This order was already prepared for pickup, so it can no longer be canceled. Contact us if something is wrong with it.")
        : t("This order was already sent, so it can no longer be canceled. Contact us if something is wrong with it."),
    );
  if (packFirst && to !== "CANCELLED" && unpacked > 0) throw refuse.conflict(unpackedMessage(unpacked), { unpacked });
  // Otherwise the refund would complete for an order that is open again.
  if (from === "CANCELLED" && isRefunding(timeline))
    throw refuse.conflict(t("status cannot be changed while this order is being refunded. Try again when the refund is done."));

  const goodsGone = to === "CANCELLED" && from !== "PENDING" && !goodsBack;
  const move = goodsGone || order.goodsGone ? null : stockMoveOf(from, to);
  if (move === "sell") {
    const judged = judgeIfEnough(products, items);
    if (!judged.ok) throw refuse.conflict(cannotReopenMessage(judged.short));
    withCommit(takeLocked(tx, invalidate, judged.lines, move));
  }
  if (move === "takeBack") withCommit(returnLocked(tx, invalidate, products, items, move));
  if (order.slotId !== null) withCommit(...moveSlot(tx, from, to, order.slotId));
  if (order.couponCode) await moveCoupon(transaction, order, to);
  if (to === "CANCELLED" && from === "PENDING") withCommit(markBagsToPutBack(tx, orderId));
  const mustBePaidAgain = from === "CANCELLED" && paymentStatus === "REFUNDED";
  const changed = {
    status: to,
    goodsGone,
    ...(to === "CANCELLED" && { cancelRequestedAt: null, packedAt: null }),
    ...(mustBePaidAgain && { paymentStatus: "PENDING" as const }),
  };
  withCommit(
    updateOrder(tx, orderId, changed),
    recordEvent(tx, { orderId, kind: to === "CANCELLED" ? to : "STATUS", who, before: from, after: to }),
    ...(mustBePaidAgain
      ? [recordEvent(tx, { orderId, kind: "PAYMENT STATUS", who: "shop", before: paymentStatus, after: "PENDING" })]
      : []),
  );
  invalidate(tagsOf.changed(orderId));
  if (to === "SHIPPED" || to === "DELIVERED") withCommit(emailOrderMoved(tx, orderId, to), notifyMoved(tx, order, to));
  if (to === "CANCELLED") {
    if (IS_PAID[paymentStatus]) startRefund(transaction, found, who);
    withCommit(emailOrderCanceled(tx, orderId));
  }
  return { ...order, ...changed };
}

const unpackedMessage = (lines: number) =>
  plural(
    lines,
    "{count} item is marked missing, replaced or lighter. Pack the order first.",
    "{count} items are marked missing, replaced or lighter. Pack the order first.",
  );

/** @throws Refusal 409 if an order no longer has the status that the person saw; `data.status` is its current one */
export function checkStatus({ status }: Pick<LockedOrder, "status">, statusWas: OrderStatus | undefined): void {
  if (statusWas === undefined || statusWas === status) return;
  const message = t("This order is now {from}, so it was not changed. Check it and try again.", { from: statusInWords(status) });
  throw refuse.conflict(message, { status });
}

/** A reopened order gets a place even if its delivery time is full by now: the admin who reopens it knows. */
function moveSlot(tx: Db, from: OrderStatus, to: OrderStatus, id: string): Promise<void>[] {
  if (from === "CANCELLED") return [takeSlot(tx, { id })];
  return to === "CANCELLED" ? [releaseSlot(tx, { id })] : [];
}

/** Gives a canceled order's coupon back, or counts it again. @throws Refusal 409 if the shopper could not use it now */
async function moveCoupon({ tx, withCommit }: Transaction, order: LockedOrder, to: OrderStatus): Promise<void> {
  const { id, userId, status, couponCode } = order;
  // Later orders don't matter: this one was the first. But only one order can get something off for it.
  const isNotFirst = sql`(${hasOrderedBefore(userId, id)} or ${hasUsedForFirst(userId, id)})`;
  if (to === "CANCELLED") withCommit(returnUse(tx, id));
  else if (status === "CANCELLED" && !(await countAgain(tx, id, "USED", isNotFirst)))
    throw refuse.conflict(
      t(
        "This order stays canceled: its coupon {couponCode} is used up, or only for a first order and another order is the shopper's first. Change the coupon first, then try again.",
        { couponCode },
      ),
    );
}

/** Refunds a canceled order through its provider; cash is up to an admin. @throws Refusal 403 if that takes an admin */
function startRefund({ tx, withCommit }: Transaction, { order, timeline }: Movable, who: Actor): void {
  const { id: orderId, paymentMethod, totalCents } = order;
  checkRefundOfAll({ timeline, totalCents }, who);
  if (paymentMethod === IN_CASH.method) withCommit(recordEvent(tx, { orderId, kind: "REFUND BY HAND", who: "shop" }));
  else withCommit(recordEvent(tx, { orderId, kind: "REFUND REQUESTED", who }), refundOrderSoon(tx, orderId));
}
