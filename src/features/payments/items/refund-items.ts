import type { SQL } from "drizzle-orm";
import type { Database, Db, Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatAmount, formatCents, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { sumsOf } from "../../cart/sums/rules.ts";
import { spokenLine } from "../../catalogue/spoken/spoken-line.ts";
import { changeUse, returnUse } from "../../coupons/uses-store.ts";
import { useKey, type RequestKey } from "../../idempotency/idempotency-key.ts";
import { listed } from "../../orders/admin/listed-order.ts";
import { mayRefundItems } from "../../orders/admin/rules.ts";
import { checkRefundAfter, needsAdminAfter, type StaffActor } from "../../orders/limits/refund-limit.ts";
import { lockOrder, updateOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import { deleteMarksOf } from "../../orders/picked/store.ts";
import { replaceLines } from "../../orders/placing/new-order-store.ts";
import type { RefundSplit } from "../../orders/refund-words.ts";
import { readOrder, type OrderedLine, type PlacedOrder } from "../../orders/store.ts";
import { tagsOf } from "../../orders/tags.ts";
import type { OrderEvent } from "../../orders/timeline/contract.ts";
import { recordAmount, recordWeight } from "../../orders/timeline/recorded-amount.ts";
import { readTimeline, recordEvent } from "../../orders/timeline/order-events.ts";
import { refundOverpaid, splitOverpaid } from "../differences/refund-overpaid.ts";
import { lockHeld, type Held } from "../differences/start-difference.ts";
import { emailItemsRefunded } from "./emails.ts";
import { withoutItems, type Item } from "./rules.ts";

/** A refund of some items, decided on a locked order. */
interface Plan {
  locked: LockedOrder;
  order: PlacedOrder;
  timeline: OrderEvent[];
  held: Held[];
  lines: OrderedLine[];
  couponCents: number;
  /** What the order costs after it. */
  totalCents: number;
  refundCents: number;
}

/** What a refund of some items comes to. */
export interface ItemsRefund extends Pick<Plan, "totalCents" | "refundCents"> {
  split: RefundSplit;
  needsAdmin: boolean;
}

/** @throws Refusal as {@link refundItems} */
export function quoteItemsRefund(database: Database, who: StaffActor, ref: SQL, items: readonly Item[]): Promise<ItemsRefund> {
  return database.transact(async ({ tx }) => {
    const plan = planned(await lockRefund(tx, ref), items);
    const { locked, order, timeline, held, totalCents, refundCents } = plan;
    const split = splitOverpaid(locked, held, refundCents);
    return { totalCents, refundCents, split, needsAdmin: needsAdminAfter({ ...order, timeline }, who, countedCents(plan)) };
  });
}

interface Refund {
  items: readonly Item[];
  /** Why, for the shopper. */
  reason: string;
  /** The total that the quote showed. It decreases with every refund, so that what two people refund at once is refunded once. */
  expectedCents: number;
}

/**
 * Refunds some items of an order that was sent: lowers its lines, total and coupon, and refunds the difference exactly once. The goods don't
 * come back, so the stock stays. Once per key. Two round trips.
 * @param ref SQL for the order's id
 * @throws Refusal 404, 403 if only an admin may refund this much, 409 if it was not paid or sent, has no such items left, would have none
 * left, or would have another total than the quoted one
 */
export async function refundItems(
  database: Database,
  who: StaffActor,
  ref: SQL,
  key: RequestKey | undefined,
  { items, reason, expectedCents }: Refund,
): Promise<void> {
  await database.transact(async (transaction) => {
    const { tx } = transaction;
    const [used, found] = await Promise.all([useKey(tx, who.adminId, key, "refund"), lockRefund(tx, ref)]);
    if (used) return;
    const plan = planned(found, items);
    const { order, timeline, totalCents } = plan;
    if (totalCents !== expectedCents) throw refuse.conflict(changedWords());
    checkRefundAfter({ ...order, timeline }, who, countedCents(plan));
    applyRefund(transaction, who, plan, items, reason);
  });
}

const changedWords = () => t("This order has changed. Check it and try again.");

type Found = Pick<Plan, "held" | "timeline"> & { locked: LockedOrder | undefined; order: PlacedOrder | undefined };

/** Locks payments and order, in the order of locks of all writers, and reads what a refund depends on. One round trip. */
async function lockRefund(tx: Db, ref: SQL): Promise<Found> {
  const [held, locked, order, timeline] = await Promise.all([
    lockHeld(tx, ref),
    lockOrder(tx, ref),
    readOrder(tx, ref),
    readTimeline(tx, ref, "ADMIN"),
  ]);
  return { held, locked, order, timeline };
}

function planned({ locked: found, order, timeline, held }: Found, items: readonly Item[]): Plan {
  const locked = listed(found);
  if (!order) throw new Error("An order vanished");
  if (!mayRefundItems(locked)) throw refuse.conflict(t("Only items of a paid order that was sent can be refunded."));
  const left = withoutItems(order, items);
  if (!left.ok)
    throw refuse.conflict(
      left.reason === "everything" ? t("To refund all items, cancel the order instead. That refunds its delivery, too.") : changedWords(),
    );
  const refundCents = order.totalCents - left.totalCents;
  if (refundCents === 0) throw refuse.conflict(t("Nothing was paid for these items."));
  const { byProvider, byHand } = splitOverpaid(locked, held, refundCents);
  // The rest was refunded on the provider's own pages.
  if (byProvider + byHand < refundCents)
    throw refuse.conflict(t("Only {amount} of what was paid is left to refund.", { amount: formatCents(byProvider + byHand) }));
  return { locked, order, timeline, held, refundCents, ...left };
}

/** What counts toward the refund limit: what the staff are still to refund by hand as well. */
const countedCents = ({ locked, refundCents }: Plan) => refundCents + locked.owedCents;

/** With the commit. */
function applyRefund(transaction: Transaction, who: StaffActor, plan: Plan, items: readonly Item[], reason: string): void {
  const { tx, invalidate, withCommit } = transaction;
  const { locked, order, timeline, held, lines, couponCents, totalCents, refundCents } = plan;
  const { id: orderId, number } = order;
  // Nothing it takes off is left, so it counts as unused.
  const isCouponLost = order.couponCents > 0 && couponCents === 0;
  const { subtotalCents } = sumsOf({ lines });
  withCommit(
    updateOrder(tx, orderId, { subtotalCents, couponCents, totalCents, ...(isCouponLost && { couponCode: "" }) }),
    replaceLines(tx, orderId, lines),
    // They are of the lines as they were. Those of an order that was not packed may still be there.
    deleteMarksOf(tx, orderId),
  );
  if (isCouponLost) withCommit(returnUse(tx, orderId));
  else if (couponCents !== order.couponCents) withCommit(changeUse(tx, orderId, couponCents));
  const [before, after] = [formatAmount(order.totalCents), formatAmount(totalCents)];
  withCommit(
    recordEvent(tx, { orderId, kind: "ITEMS REFUNDED", who, before: recorded(order, items), after: reason }),
    recordEvent(tx, { orderId, kind: "TOTAL", who, before, after }),
  );
  refundOverpaid(transaction, locked, held, refundCents, who);
  const change = { before: { totalAmt: toDollars(order.totalCents) }, after: { totalAmt: toDollars(totalCents) } };
  withCommit(
    noteChange(tx, who.adminId, { kind: "order", thingId: orderId, thingName: number, action: "changed", ...change }),
    emailItemsRefunded(tx, orderId, timeline.filter(({ kind }) => kind === "ITEMS REFUNDED").length),
  );
  invalidate(tagsOf.changed(orderId), tagsOf.picked(orderId));
}

/** What is refunded, one a line, named as the shopper ordered it. */
function recorded({ lines, language }: PlacedOrder, items: readonly Item[]): string {
  return items
    .map(({ position, amount }) => {
      const line = spokenLine(lines[position]!, language);
      return line.weighed?.by === "weight" ? recordWeight(amount, line) : recordAmount(amount, line);
    })
    .join("\n");
}
