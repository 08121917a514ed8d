import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { UseState } from "./contract.ts";
import { coupons, couponUses } from "./tables.ts";

/** Counts a use of a locked coupon, by an order or a payment under way. */
export async function countUse(
  tx: Db,
  use: Omit<typeof couponUses.$inferInsert, "createdAt" | "state">,
  state: Exclude<UseState, "RETURNED">,
): Promise<void> {
  await Promise.all([
    tx.insert(couponUses).values({ ...use, state }),
    tx
      .update(coupons)
      .set({ uses: sql`${coupons.uses} + 1` })
      .where(eq(coupons.id, use.couponId)),
  ]);
}

/** The payment that held a use became an order. Does nothing without a coupon. */
export async function keepUse(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(couponUses)
    .set({ state: "USED" })
    .where(and(eq(couponUses.orderId, orderId), eq(couponUses.state, "HELD")));
}

/** Records what the coupon of a changed order takes off now. */
export async function changeUse(tx: Db, orderId: string, cents: number): Promise<void> {
  await tx.update(couponUses).set({ cents }).where(eq(couponUses.orderId, orderId));
}

/** Gives back the use of a canceled order, or of a payment that ended. Does nothing without a coupon, or the second time. */
export async function returnUse(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`
    with returned as (update coupon_use set state = 'RETURNED' where order_id = ${orderId} and state <> 'RETURNED' returning coupon_id)
    update coupon set uses = uses - 1 from returned where coupon.id = returned.coupon_id`);
}

/** SQL for whether a coupon for a first order counts as used by another order, or payment, of a person. */
export const hasUsedForFirst = (userId: string, orderId: string): SQL => sql`exists (
  select from coupon_use o join coupon f on f.id = o.coupon_id
  where o.user_id = ${userId} and o.order_id <> ${orderId} and o.state <> 'RETURNED' and f.first_order_only)`;

/**
 * Counts a use again that was given back, for a payment that comes late or an order that is reopened.
 * @param hasOrdered SQL for whether another order is the person's first, which a coupon for a first order doesn't allow
 * @returns false, with nothing changed, if the coupon is used up meanwhile, by everybody or by this person, or was for a
 *   first order; true without a coupon
 */
export async function countAgain(tx: Db, orderId: string, state: Exclude<UseState, "RETURNED">, hasOrdered: SQL): Promise<boolean> {
  const [, , { rows }] = await Promise.all([
    tx.execute(sql`
      select from coupon where id = (select coupon_id from coupon_use where order_id = ${orderId} and state = 'RETURNED') for update`),
    // Sees what others counted while the lock was waited for.
    tx.execute(sql`
      with counted as (
        update coupon c set uses = uses + 1 from coupon_use u
        where u.order_id = ${orderId} and u.state = 'RETURNED' and c.id = u.coupon_id
          and coalesce(c.uses < c.max_uses, true) and not (c.first_order_only and ${hasOrdered})
          and coalesce(c.max_uses_per_person > (
            select count(*) from coupon_use o where o.coupon_id = c.id and o.user_id = u.user_id and o.state <> 'RETURNED'), true)
        returning c.id)
      update coupon_use set state = ${state} from counted where order_id = ${orderId}`),
    tx.execute<{ left: boolean }>(sql`select from coupon_use where order_id = ${orderId} and state = 'RETURNED'`),
  ]);
  return rows.length === 0;
}
