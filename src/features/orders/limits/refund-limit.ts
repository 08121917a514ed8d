import { refuse } from "#server/http/errors.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { formatCents, readAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { OrderEvent } from "../timeline/contract.ts";
import type { Actor } from "../timeline/order-events.ts";

/** A member of the staff who changes orders. */
export type StaffActor = Exclude<Actor, string>;

/** Who makes a call, with the most they may refund of one order: managers have the limit of the settings, admins none. */
export async function staffActor(shop: Pick<Shop, "settings">, { userId, role }: Visitor): Promise<StaffActor> {
  return { adminId: userId, ...(role !== "ADMIN" && { mayRefundCents: (await shop.settings()).refundLimitCents }) };
}

/** Whether only an admin may refund this much. */
const isAboveLimit = (who: Actor, cents: number): who is StaffActor & { mayRefundCents: number } =>
  typeof who !== "string" && who.mayRefundCents !== undefined && cents > who.mayRefundCents;

/** @throws Refusal 403 if only an admin may refund this much */
export function checkRefund(who: Actor, cents: number): void {
  if (!isAboveLimit(who, cents)) return;
  throw refuse.forbidden(t("Only an admin can refund more than {amount}", { amount: formatCents(who.mayRefundCents) }));
}

/**
 * Checks one more refund of an order. The limit is per order, so nobody gets around it by refunding in parts.
 * @throws Refusal 403 if only an admin may refund this much, together with what the staff refunded before
 */
export function checkRefundAfter(earlier: Earlier, who: Actor, cents: number): void {
  if (cents > 0) checkRefund(who, cents + refundedByStaff(earlier));
}

/** Whether only an admin may make one more refund of an order, as {@link checkRefundAfter} refuses it. */
export const needsAdminAfter = (earlier: Earlier, who: Actor, cents: number): boolean =>
  cents > 0 && isAboveLimit(who, cents + refundedByStaff(earlier));

/** What an order's earlier refunds are known by. */
interface Earlier {
  timeline: readonly Pick<OrderEvent, "kind" | "who" | "before" | "after">[];
  /** The order's total now. */
  totalCents: number;
}

/**
 * What the staff have refunded of an order so far, in cents: for what was missing when it was packed, a cheaper delivery, by hand, or all of
 * it before it was reopened. A refund of all of it counts from when a provider is asked for it, until it fails or is left to the staff. A part
 * of it that is left to them counts with it, not again.
 */
export function refundedByStaff(earlier: Earlier): number {
  let refunded = 0;
  let underWay = 0;
  let leftToStaff = 0;
  for (const { kind, who, after, totalCents } of withTotals(earlier)) {
    const isStaff = who !== "shopper" && who !== "shop";
    if (isStaff && kind === "DIFFERENCE DUE") refunded += readAmount(after);
    if (kind === "DIFFERENCE BY HAND" && underWay > 0) leftToStaff += readAmount(after);
    if (isStaff && kind === "DIFFERENCE DONE") {
      refunded += readAmount(after) - leftToStaff;
      leftToStaff = 0;
    }
    if (kind === "REFUND DONE" || kind === "REFUND IN CASH") refunded += isStaff ? totalCents : underWay;
    if (kind === "REFUND REQUESTED") underWay = isStaff ? totalCents : 0;
    else if (kind.startsWith("REFUND ") && kind !== "REFUND PENDING") underWay = 0;
    if (kind === "REFUND FAILED") leftToStaff = 0;
  }
  return refunded + underWay;
}

/** Each event with the order's total at the time. */
function withTotals({ timeline, totalCents }: Earlier): (Earlier["timeline"][number] & { totalCents: number })[] {
  let total = totalCents;
  const newestFirst = timeline.toReversed().map((event) => {
    const then = { ...event, totalCents: total };
    if (event.kind === "TOTAL") total = readAmount(event.before);
    return then;
  });
  return newestFirst.toReversed();
}
