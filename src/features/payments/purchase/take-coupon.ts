import type { Db } from "#server/db/connect.ts";
import { countUse } from "../../coupons/uses-store.ts";
import type { quoteOf } from "./quote.ts";

/** Counts the use of a quote's coupon, if any; it is locked, and was found to have one left. */
export function takeCoupon(
  tx: Db,
  { couponId, couponCents: cents }: ReturnType<typeof quoteOf>,
  order: { orderId: string; userId: string },
  state: "HELD" | "USED",
): Promise<void>[] {
  return couponId ? [countUse(tx, { ...order, couponId, cents }, state)] : [];
}
