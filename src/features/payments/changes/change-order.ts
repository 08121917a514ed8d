import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { formatAmount, formatCents, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { spokenLine } from "../../catalogue/spoken-line.ts";
import { changeUse, returnUse } from "../../coupons/uses-store.ts";
import type { DeliveryRequest } from "../../delivery/contract.ts";
import { slotInWords } from "../../delivery/slots/rules.ts";
import { releaseSlot, takeSlot } from "../../delivery/slots/store.ts";
import { replaceLines } from "../../orders/new-order-store.ts";
import { recordEvent, type Actor } from "../../orders/timeline/order-events.ts";
import { checkFurtherRefund } from "../../orders/refund-limit.ts";
import { updateOrder } from "../../orders/locked-order-store.ts";
import { tagsOf } from "../../orders/tags.ts";
import { sellReserved } from "../../stock/reservations.ts";
import { returnLocked, takeLocked } from "../../stock/take-stock.ts";
import { giveBack } from "../differences/give-back.ts";
import { releasePayment } from "../release-payment.ts";
import type { Attempt } from "../store.ts";
import { emailChanged } from "./emails.ts";
import { planChange, type Asking, type Plan, type Wanted } from "./plan-change.ts";
import { payFirstWords, pieceChanges } from "./rules.ts";

/**
 * Changes an order for its shopper, with all consequences for stock, delivery time, coupon and money. Repeats change nothing.
 * @param expectedCents the total the shopper saw
 * @throws Refusal as {@link planChange}; 409 also for a different total, or one that has to be paid first
 */
export async function changeOrder(
  tx: Db,
  invalidate: Invalidate,
  orderId: string,
  asking: Asking,
  { expectedCents, ...wanted }: Wanted & { expectedCents: number | undefined },
): Promise<void> {
  const plan = await planChange(tx, orderId, asking, wanted);
  checkSeen(plan, expectedCents);
  if (plan.settlement === "pay first") throw refuse.conflict(payFirstWords(plan.sums.totalCents - plan.order.totalCents));
  for (const payment of plan.replaced) await releasePayment(tx, invalidate, payment, "REPLACED");
  await applyChange(tx, invalidate, plan, "shopper");
}

/** @throws Refusal 409 unless the shopper saw this total */
export function checkSeen({ sums: { totalCents } }: Pick<Plan, "sums">, expectedCents: number | undefined): void {
  if (expectedCents === undefined || expectedCents === totalCents) return;
  throw refuse.conflict(t("The new total is now {total}. Check it and try again.", { total: formatCents(totalCents) }), {
    reason: "price",
    totalAmt: toDollars(totalCents),
  });
}

/**
 * Changes, for the staff, how an order reaches its shopper, who is emailed.
 * @throws Refusal as {@link planChange}, 403 if only an admin may refund this much
 */
export async function changeDelivery(tx: Db, invalidate: Invalidate, orderId: string, asking: StaffAsking, delivery: DeliveryRequest) {
  const plan = await planChange(tx, orderId, asking, { ...NOTHING, delivery });
  const [before, after] = [timeOf(plan.order), timeOf({ delivery: plan.delivery.agreed })];
  const back = plan.order.totalCents - plan.sums.totalCents;
  if (plan.settlement === "refund" || plan.settlement === "by hand") await checkFurtherRefund(tx, orderId, asking.staff, back);
  if (!(await applyChange(tx, invalidate, plan, asking.staff))) return;
  const change = { before: { delivery: before }, after: { delivery: after } };
  const { adminId } = asking.staff;
  await noteChange(tx, adminId, { kind: "order", thingId: orderId, thingName: plan.order.number, action: "changed", ...change });
}

type StaffAsking = Asking & Required<Pick<Asking, "staff">>;

export const NOTHING: Wanted = { items: undefined, wishes: new Map(), addressId: undefined, delivery: undefined };

type Change = Omit<Plan, "replaced" | "underWay" | "couponLost">;

/**
 * @param paid a payment of the difference that has arrived, which holds what is added
 * @returns false if nothing changes
 */
export async function applyChange(tx: Db, invalidate: Invalidate, plan: Change, who: Actor, paid?: Attempt): Promise<boolean> {
  const { order, lines, sums, couponCode } = plan;
  const { id: orderId } = order;
  const recorded = await recordChanges(tx, plan, who);
  if (paid) await recordEvent(tx, { orderId, kind: "DIFFERENCE PAID", who, after: formatAmount(paid.totalCents) });
  if (!recorded) {
    if (lines.every(({ ifMissing }, at) => ifMissing === order.lines[at]?.ifMissing)) return false;
    await replaceLines(tx, orderId, lines);
    invalidate(tagsOf.changed(orderId), tagsOf.picked(orderId));
    return true;
  }
  await moveGoods(tx, invalidate, plan, paid);
  await moveSlot(tx, plan, paid);
  if (order.couponCode && !couponCode) await returnUse(tx, orderId);
  else if (sums.couponCents !== order.couponCents) await changeUse(tx, orderId, sums.couponCents);
  await replaceLines(tx, orderId, lines);
  const { subtotalCents, couponCents, deliveryFeeCents, totalCents } = sums;
  const { agreed } = plan.delivery;
  const slot = agreed?.slot ?? null;
  await updateOrder(tx, orderId, {
    subtotalCents,
    couponCents,
    couponCode,
    deliveryFeeCents,
    totalCents,
    ...(plan.address && { deliveryAddress: plan.address }),
    delivery: agreed,
    slotId: slot?.id ?? null,
    slotStartsAt: slot && new Date(slot.startsAt),
  });
  if (plan.settlement === "refund" || plan.settlement === "by hand")
    await giveBack(tx, plan.locked, plan.payments, order.totalCents - totalCents, who);
  await emailChanged(tx, orderId, who === "shopper" ? "shopper" : "shop");
  invalidate(tagsOf.changed(orderId), tagsOf.picked(orderId));
  return true;
}

/** Records what changes. @returns false if nothing does */
async function recordChanges(tx: Db, { order, lines, address, delivery, sums }: Change, who: Actor): Promise<boolean> {
  const { id: orderId } = order;
  const named = (all: readonly Plan["lines"][number][]) => all.map((line) => spokenLine(line, order.language));
  const pieces = pieceChanges(named(order.lines), named(lines));
  for (const { before, after } of pieces) await recordEvent(tx, { orderId, kind: "PIECES", who, before, after });
  const isMoved = address !== undefined && JSON.stringify(address) !== JSON.stringify(order.deliveryAddress);
  // Without the addresses, because events outlive the shopper's account.
  if (isMoved) await recordEvent(tx, { orderId, kind: "ADDRESS", who });
  // In the language of the order, like its lines.
  const [was, is] = inLanguage(order.language, () => [timeOf(order), timeOf({ delivery: delivery.agreed })]);
  if (was !== is) await recordEvent(tx, { orderId, kind: "DELIVERY", who, before: was, after: is });
  const isTotal = sums.totalCents !== order.totalCents;
  const [before, after] = [formatAmount(order.totalCents), formatAmount(sums.totalCents)];
  if (isTotal) await recordEvent(tx, { orderId, kind: "TOTAL", who, before, after });
  return pieces.length > 0 || isMoved || was !== is || isTotal;
}

/** How an order reaches its shopper, and when, in words. */
function timeOf({ delivery }: Pick<Plan["order"], "delivery">): string {
  if (!delivery) return "";
  const way = delivery.way === "collection" ? t("Pickup") : t("Delivery");
  return delivery.slot ? `${way}, ${slotInWords(delivery.slot)}` : way;
}

async function moveGoods(tx: Db, invalidate: Invalidate, { products, take, back }: Change, paid?: Attempt): Promise<void> {
  if (paid && paid.lines.length > 0) await sellReserved(tx, invalidate, paid.id);
  if (take.length > 0) await takeLocked(tx, invalidate, take, "sell");
  if (back.length > 0) await returnLocked(tx, invalidate, products, back, "takeBack");
}

/** Takes a place of the new delivery time, unless its payment has one, and gives back that of the old one. */
async function moveSlot(tx: Db, { locked, delivery: { agreed } }: Change, paid?: Attempt): Promise<void> {
  const slot = agreed?.slot ?? null;
  if (locked.slotId === (slot?.id ?? null)) return;
  if (slot && !paid) await takeSlot(tx, slot);
  if (locked.slotId !== null) await releaseSlot(tx, { id: locked.slotId });
}
