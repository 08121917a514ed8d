import { refuse } from "#server/http/errors.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { formatCents, readAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { OrderEvent } from "../timeline/contract.ts";
import type { Actor } from "../timeline/order-events.ts";

/** A member of the staff who changes orders. */
export type StaffActor = Exclude<Actor, string>;

/** Who makes a call, with the most they may give back of one order: managers have the limit of the settings, admins none. */
export async function staffActor(shop: Pick<Shop, "settings">, { userId, role }: Visitor): Promise<StaffActor> {
  return { adminId: userId, ...(role !== "ADMIN" && { mayRefundCents: (await shop.settings()).refundLimitCents }) };
}

/** @throws Refusal 403 if only an admin may give back this much */
export function checkRefund(who: Actor, cents: number): void {
  if (typeof who === "string" || who.mayRefundCents === undefined || cents <= who.mayRefundCents) return;
  throw refuse.forbidden(t("Only an admin can refund more than {amount}", { amount: formatCents(who.mayRefundCents) }));
}

/**
 * Checks one more refund of an order. The limit is per order, so nobody gets around it by refunding in parts.
 * @throws Refusal 403 if only an admin may give back this much, together with what the staff gave back before
 */
export function checkRefundAfter(timeline: readonly OrderEvent[], who: Actor, cents: number): void {
  if (cents > 0) checkRefund(who, cents + givenBackByStaff(timeline));
}

/** What the staff have given back of an order so far, in cents: for what was missing when it was packed, a cheaper delivery, or by hand. */
export function givenBackByStaff(timeline: readonly OrderEvent[]): number {
  const amounts = timeline.flatMap(({ kind, who, after }) => {
    const isStaff = who !== "shopper" && who !== "shop";
    return isStaff && (kind === "DIFFERENCE DUE" || kind === "DIFFERENCE DONE") ? readAmount(after) : [];
  });
  return amounts.reduce((sum, cents) => sum + cents, 0);
}
