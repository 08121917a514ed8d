import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import * as change from "./change-coupon.ts";
import * as contract from "./contract.ts";
import { couponReply, valuesOf } from "./coupon-reply.ts";
import { isAnyOffered, readCoupons } from "./store.ts";

/** Coupons in the back office. What a code takes off a cart is answered by payments, which has all of the sums. */
export function couponRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const timeZoneNow = async () => (await shop.identity()).timeZone;
  const changing = async (adminId: string) => ({ database, adminId, timeZone: await timeZoneNow() });

  serve(app, shop, contract.listCoupons, async () => ({ data: (await readCoupons(database.db, await timeZoneNow())).map(couponReply) }));

  serve(app, shop, contract.addCoupon, async ({ input, visitor }) => ({
    data: couponReply(await change.addCoupon(await changing(visitor.userId), valuesOf(input))),
    message: t("Coupon added"),
  }));

  serve(app, shop, contract.changeCoupon, async ({ input: { _id: id, version, ...fields }, visitor }) => ({
    data: couponReply(await change.changeCoupon(await changing(visitor.userId), { id, version }, valuesOf(fields))),
    message: t("Coupon saved"),
  }));

  serve(app, shop, contract.endCoupon, async ({ input, visitor }) => ({
    data: couponReply(await change.endCoupon(await changing(visitor.userId), input._id)),
    message: t("Coupon ended"),
  }));

  serve(app, shop, contract.couponsOffered, async () => ({ data: await isAnyOffered(database.db, await timeZoneNow()) }));
}
