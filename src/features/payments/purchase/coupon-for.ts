import type { Db } from "#server/db/connect.ts";
import { discounted } from "#shared/money.ts";
import { lineCents } from "../../cart/sums/rules.ts";
import { readShopProducts } from "../../catalogue/store.ts";
import { judgeFound, type TakenCoupon } from "../../coupons/judge-found.ts";
import { findCoupon } from "../../coupons/store.ts";
import { hasOrdered } from "../../orders/store.ts";
import { sumPerProduct, type Item } from "../../stock/rules.ts";

interface Asked {
  code: string;
  items: readonly Item[];
  userId: string;
  timeZone: string;
}

/**
 * What a code takes off these products now, before anything is ordered. Products that left the shop don't count.
 * @throws Refusal 409 that says why it can't be used
 */
export async function couponFor(db: Db, { code, items, userId, timeZone }: Asked): Promise<TakenCoupon> {
  const productIds = items.map(({ productId }) => productId);
  const [products, coupon, ordered] = await Promise.all([
    readShopProducts(db, productIds),
    findCoupon(db, { code, userId, productIds, timeZone }),
    hasOrdered(db, userId),
  ]);
  const prices = new Map(
    products.map(({ _id, priceCents, discountHundredths, weighed }) => [
      _id,
      { paidCents: discounted(priceCents, discountHundredths), weighed },
    ]),
  );
  const lines = sumPerProduct(items).flatMap(({ productId, quantity }) => {
    const price = prices.get(productId);
    return price ? [{ productId, cents: lineCents({ ...price, quantity }) }] : [];
  });
  return judgeFound(code, coupon, { hasOrdered: ordered, lines });
}
