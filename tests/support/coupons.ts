import { sql } from "drizzle-orm";
import type { CouponFields } from "#features/coupons/contract.ts";
import { couponReply, valuesOf } from "#features/coupons/coupon-reply.ts";
import { insertCoupon, readCoupon } from "#features/coupons/store.ts";
import { newId } from "#server/new-id.ts";
import type { TestShop } from "./test-shop.ts";

/** An active coupon for anybody and anything: 10% off. */
export const TEN_PERCENT: Omit<CouponFields, "code"> = {
  kind: "percent",
  value: 10,
  minimum: 0,
  shelf: null,
  startsOn: null,
  endsOn: null,
  maxUses: null,
  maxUsesPerPerson: null,
  firstOrderOnly: false,
  active: true,
};

let made = 0;

/** Adds a coupon, active and for everything unless told otherwise. @returns its id and code */
export async function addCoupon(
  { shop }: Pick<TestShop, "shop">,
  given: Partial<CouponFields> = {},
): Promise<{ id: string; code: string }> {
  const [id, code] = [newId(), given.code ?? `SAVE-${++made}`];
  await insertCoupon(shop.database.db, id, valuesOf({ ...TEN_PERCENT, ...given, code }));
  return { id, code };
}

/** How a coupon stands. Fails if its counter is not the number of its uses. */
export async function couponNow({ shop }: Pick<TestShop, "shop">, id: string) {
  const { db } = shop.database;
  const coupon = couponReply((await readCoupon(db, id, "UTC"))!);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from coupon_use where coupon_id = ${id} and state <> 'RETURNED'`,
  );
  if (rows[0]!.count !== coupon.uses) throw new Error(`${coupon.uses} uses are counted, but there are ${rows[0]!.count}`);
  return coupon;
}
