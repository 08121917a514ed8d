import { refuse } from "#server/http/errors.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { Actor } from "./timeline/order-events.ts";

/** Someone of the staff who changes orders. */
export type StaffActor = Exclude<Actor, string>;

/** Who makes a call, with the most they may give back of one order: managers have the limit of the settings, admins none. */
export async function staffActor(shop: Pick<Shop, "settings">, { userId, role }: Visitor): Promise<StaffActor> {
  return { adminId: userId, ...(role !== "ADMIN" && { mayRefundCents: (await shop.settings()).refundLimitCents }) };
}

/** @throws Refusal 403 if giving back this much takes an admin */
export function checkRefund(who: Actor, cents: number): void {
  if (typeof who === "string" || who.mayRefundCents === undefined || cents <= who.mayRefundCents) return;
  throw refuse.forbidden(t("Only an admin can give back more than {amount}", { amount: formatCents(who.mayRefundCents) }));
}
