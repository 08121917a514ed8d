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

/**
 * Checks refunding all of an order, like {@link checkRefundAfter}, also after that failed. What of it the staff have refunded by hand counts
 * once.
 */
export function checkRefundOfAll({ timeline, totalCents }: Earlier, who: Actor): void {
  if (typeof who === "string") return;
  const asked = { kind: "REFUND REQUESTED", who: who.adminId, before: "", after: "" } as const;
  checkRefund(who, refundedByStaff({ timeline: [...timeline, asked], totalCents }));
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
 * What the staff have refunded or given away of an order so far, in cents: for what was missing when it was packed, by dearer or heavier goods,
 * for a cheaper delivery, by hand, or all of it before it was reopened. A refund through a provider counts from when the provider is asked for
 * it, until it fails. What of a refund is left to the staff counts once they have refunded it.
 */
export function refundedByStaff(earlier: Earlier): number {
  let refunded = 0;
  /** What providers were asked for when the order became cheaper, oldest first, as they are asked. */
  const due: Due[] = [];
  /** The refund of all of a canceled order, as far as the staff asked for it. */
  let whole = { isUnderWay: false, cents: 0 };
  /** Of that, left to the staff: it stays so if the rest fails and is asked for again, also after the order was reopened. */
  let leftToStaff = 0;
  for (const { kind, who, after, totalCents } of withTotals(earlier)) {
    const isStaff = who !== "shopper" && who !== "shop";
    if (kind === "PACKED" && after) refunded += readAmount(after);
    if (kind === "DIFFERENCE DUE") {
      due.push({ cents: readAmount(after), isStaff });
      if (isStaff) refunded += readAmount(after);
    }
    if (kind === "DIFFERENCE FAILED") refunded -= takeDue(due, readAmount(after));
    if (kind === "DIFFERENCE DONE") {
      if (isStaff) refunded += readAmount(after);
      else takeDue(due, readAmount(after));
    }
    if (kind === "DIFFERENCE BY HAND" && whole.isUnderWay) leftToStaff += readAmount(after);
    if (kind === "REFUND REQUESTED") whole = { isUnderWay: true, cents: isStaff ? totalCents : 0 };
    else if (kind.startsWith("REFUND ") && kind !== "REFUND PENDING") {
      if (kind === "REFUND DONE" || kind === "REFUND IN CASH") {
        refunded += Math.max(0, (isStaff ? totalCents : whole.cents) - leftToStaff);
        leftToStaff = 0;
      }
      whole = { isUnderWay: false, cents: 0 };
    }
  }
  return refunded + Math.max(0, whole.cents - leftToStaff);
}

/** What a provider was asked for. */
interface Due {
  cents: number;
  isStaff: boolean;
}

/** Takes what a provider refunded, or failed to, from what is due. @returns how much of it the staff asked for */
function takeDue(due: Due[], cents: number): number {
  let ofStaff = 0;
  for (let left = cents; left > 0 && due[0];) {
    const [first] = due;
    const part = Math.min(left, first.cents);
    left -= part;
    first.cents -= part;
    if (first.isStaff) ofStaff += part;
    if (first.cents === 0) due.shift();
  }
  return ofStaff;
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
