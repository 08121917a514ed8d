import type { SQL } from "drizzle-orm";
import type { Db, Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { formatAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { spokenLine } from "../../catalogue/spoken/spoken-line.ts";
import { changeUse, returnUse } from "../../coupons/uses-store.ts";
import type { DeliveryRequest } from "../../delivery/contract.ts";
import { slotInWords } from "../../delivery/slots/rules.ts";
import { releaseSlot, takeSlot } from "../../delivery/slots/store.ts";
import { listed } from "../../orders/admin/listed-order.ts";
import { movedMarks } from "../../orders/picked/rules.ts";
import { replacePicked } from "../../orders/picked/store.ts";
import { replaceLines } from "../../orders/placing/new-order-store.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { checkRefundAfter } from "../../orders/limits/refund-limit.ts";
import { updateOrder } from "../../orders/locked-order-store.ts";
import { tagsOf } from "../../orders/tags.ts";
import { sellLocked } from "../../stock/reservations.ts";
import { returnLocked, takeLocked } from "../../stock/take-stock.ts";
import { refundOverpaid } from "../differences/refund-overpaid.ts";
import { releaseLockedPayment } from "../release-payment.ts";
import type { Attempt } from "../store.ts";
import { emailChanged } from "./emails.ts";
import { lockChange } from "./lock-change.ts";
import { planOrderChange, type Asking, type PlannedChange, type ChangeRequest } from "./plan-change.ts";
import { payFirstWords, pieceChanges } from "./rules.ts";

/**
 * Changes an order for its shopper, with all consequences for stock, delivery time, coupon and money. Repeats change nothing. One round
 * trip; what it writes is sent with the commit.
 * @param theirs SQL for the order's id
 * @param expectedCents the total the shopper saw
 * @param allowed nothing changes if it rejects
 * @returns its id
 * @throws Refusal as {@link lockChange} and {@link planOrderChange}; 409 also for a total that has to be paid first
 * @throws TotalChanged
 */
export async function changeOrder(
  transaction: Transaction,
  theirs: SQL,
  asking: Asking,
  { expectedCents, ...wanted }: ChangeRequest & { expectedCents: number | undefined },
  allowed: Promise<void>,
): Promise<string> {
  const { tx, invalidate, withCommit } = transaction;
  const [found] = await Promise.all([lockChange(tx, theirs, asking, wanted), allowed]);
  const plan = planOrderChange(found, asking, wanted);
  checkSeen(plan, expectedCents);
  if (plan.settlement === "pay first") throw refuse.conflict(payFirstWords(plan.sums.totalCents - plan.order.totalCents));
  for (const payment of plan.replaced) withCommit(...releaseLockedPayment(tx, invalidate, payment, found.products, "REPLACED"));
  applyChange(transaction, plan, "shopper");
  return plan.order.id;
}

/** The total is not the one that the shopper saw. */
export class TotalChanged extends Error {
  readonly totalCents: number;

  constructor(totalCents: number) {
    super("The total has changed");
    this.totalCents = totalCents;
  }
}

/** @throws TotalChanged unless the shopper saw this total */
export function checkSeen({ sums: { totalCents } }: Pick<PlannedChange, "sums">, expectedCents: number | undefined): void {
  if (expectedCents === undefined || expectedCents === totalCents) return;
  throw new TotalChanged(totalCents);
}

/**
 * Changes, for the staff, how an order reaches its shopper, who is emailed.
 * @throws Refusal as {@link lockChange} and {@link planOrderChange}, 404 also for a deleted order, 403 if only an admin may refund this much
 */
export async function changeDelivery(transaction: Transaction, ref: SQL, asking: StaffAsking, delivery: DeliveryRequest): Promise<void> {
  const { tx, withCommit } = transaction;
  const plan = await planDelivery(tx, ref, asking, delivery);
  const { order, timeline, settlement, sums } = plan;
  const [before, after] = [timeOf(order), timeOf({ delivery: plan.delivery.agreed })];
  if (settlement === "refund" || settlement === "by hand")
    checkRefundAfter({ ...order, timeline }, asking.staff, order.totalCents - sums.totalCents);
  if (!applyChange(transaction, plan, asking.staff)) return;
  const change = { before: { delivery: before }, after: { delivery: after } };
  const { adminId } = asking.staff;
  withCommit(noteChange(tx, adminId, { kind: "order", thingId: order.id, thingName: order.number, action: "changed", ...change }));
}

/** What another way or time of an order comes to, for the staff. @throws Refusal as {@link changeDelivery} */
export async function planDelivery(tx: Db, ref: SQL, asking: StaffAsking, delivery: DeliveryRequest): Promise<PlannedChange> {
  const wanted = { ...NOTHING, delivery };
  const found = await lockChange(tx, ref, asking, wanted);
  listed(found.locked);
  return planOrderChange(found, asking, wanted);
}

type StaffAsking = Extract<Asking, { shopper?: undefined }>;

const NOTHING: ChangeRequest = { items: undefined, wishes: new Map(), addressId: undefined, delivery: undefined };

type Change = Omit<PlannedChange, "replaced" | "underWay" | "couponLost" | "couponCapped" | "timeline">;

/**
 * Changes a locked order, with the commit.
 * @param paid a payment of the difference that has arrived, which holds what is added
 * @returns false if nothing changes
 */
export function applyChange(transaction: Transaction, plan: Change, who: Actor, paid?: Attempt): boolean {
  const { tx, invalidate, withCommit } = transaction;
  const { order, lines, sums, couponCode } = plan;
  const { id: orderId } = order;
  const named = (all: readonly PlannedChange["lines"][number][]) => all.map((line) => spokenLine(line, order.language));
  const pieces = pieceChanges(named(order.lines), named(lines));
  const recorded = recordChanges(transaction, plan, pieces, who);
  if (paid) withCommit(recordEvent(tx, { orderId, kind: "DIFFERENCE PAID", who, after: formatAmount(paid.totalCents) }));
  if (!recorded) {
    if (lines.every(({ ifMissing }, at) => ifMissing === order.lines[at]?.ifMissing)) return false;
    withCommit(replaceLines(tx, orderId, lines));
    invalidate(tagsOf.changed(orderId), tagsOf.picked(orderId));
    return true;
  }
  if (pieces.length > 0) withCommit(replacePicked(tx, orderId, movedMarks(order.lines, lines, plan.picked)));
  moveGoods(transaction, plan, paid);
  moveSlot(transaction, plan, paid);
  if (order.couponCode && !couponCode) withCommit(returnUse(tx, orderId));
  else if (sums.couponCents !== order.couponCents) withCommit(changeUse(tx, orderId, sums.couponCents));
  const { subtotalCents, couponCents, deliveryFeeCents, totalCents } = sums;
  const { agreed } = plan.delivery;
  const slot = agreed?.slot ?? null;
  withCommit(
    replaceLines(tx, orderId, lines),
    updateOrder(tx, orderId, {
      subtotalCents,
      couponCents,
      couponCode,
      deliveryFeeCents,
      totalCents,
      ...(plan.address && { deliveryAddress: plan.address }),
      delivery: agreed,
      slotId: slot?.id ?? null,
      slotStartsAt: slot && new Date(slot.startsAt),
    }),
  );
  if (plan.settlement === "refund" || plan.settlement === "by hand")
    refundOverpaid(transaction, plan.locked, plan.held, order.totalCents - totalCents, who);
  withCommit(emailChanged(tx, orderId, who === "shopper" ? "shopper" : "shop"));
  invalidate(tagsOf.changed(orderId), tagsOf.picked(orderId));
  return true;
}

/** Records what changes. @returns false if nothing does */
function recordChanges(
  { tx, withCommit }: Transaction,
  { order, address, delivery, sums }: Change,
  pieces: ReturnType<typeof pieceChanges>,
  who: Actor,
): boolean {
  const { id: orderId } = order;
  const record = (event: Omit<Parameters<typeof recordEvent>[1], "orderId" | "who">) =>
    withCommit(recordEvent(tx, { orderId, who, ...event }));
  for (const { before, after } of pieces) record({ kind: "PIECES", before, after });
  const isMoved = address !== undefined && JSON.stringify(address) !== JSON.stringify(order.deliveryAddress);
  // No addresses, because events outlive the shopper's account.
  if (isMoved) record({ kind: "ADDRESS" });
  // In the language of the shopper, like its lines.
  const [was, is] = inLanguage(order.language, () => [timeOf(order), timeOf({ delivery: delivery.agreed })]);
  if (was !== is) record({ kind: "DELIVERY", before: was, after: is });
  const isTotal = sums.totalCents !== order.totalCents;
  if (isTotal) record({ kind: "TOTAL", before: formatAmount(order.totalCents), after: formatAmount(sums.totalCents) });
  return pieces.length > 0 || isMoved || was !== is || isTotal;
}

/** How an order reaches its shopper, and when, in words. */
function timeOf({ delivery }: Pick<PlannedChange["order"], "delivery">): string {
  if (!delivery) return "";
  const way = delivery.way === "collection" ? t("Pickup") : t("Delivery");
  return delivery.slot ? `${way}, ${slotInWords(delivery.slot)}` : way;
}

function moveGoods({ tx, invalidate, withCommit }: Transaction, { products, take, back }: Change, paid?: Attempt): void {
  if (paid && paid.lines.length > 0) withCommit(sellLocked(tx, invalidate, paid.id, paid.lines));
  if (take.length > 0) withCommit(takeLocked(tx, invalidate, take, "sell"));
  if (back.length > 0) withCommit(returnLocked(tx, invalidate, products, back, "takeBack"));
}

/** Takes a place of the new delivery time, unless its payment has one, and gives back that of the old one. */
function moveSlot({ tx, withCommit }: Transaction, { locked, delivery: { agreed } }: Change, paid?: Attempt): void {
  const slot = agreed?.slot ?? null;
  if (locked.slotId === (slot?.id ?? null)) return;
  if (slot && !paid) withCommit(takeSlot(tx, slot));
  if (locked.slotId !== null) withCommit(releaseSlot(tx, { id: locked.slotId }));
}
