import { lineCents } from "../../cart/sums/rules.ts";
import { judgeFound } from "../../coupons/judge-found.ts";
import type { FoundCoupon } from "../../coupons/store.ts";
import type { Delivery } from "../../delivery/rules.ts";
import type { OrderRequest, Quote, QuotedLine } from "../../orders/placing/place-order.ts";
import type { TakenLine } from "../../stock/take-stock.ts";

/** What a quote depends on. */
interface Asked {
  lines: readonly TakenLine[];
  delivery: Delivery;
  /** The code that the shopper entered, and the coupon that was found for it. */
  couponCode: string | undefined;
  coupon: FoundCoupon | undefined;
  hasOrdered: boolean;
  ifMissing: OrderRequest["ifMissing"];
}

/** A quote, with the id of its coupon, whose use is then to be counted. */
export type QuoteWithCoupon = Quote & { couponId: string | undefined };

/**
 * What an order or a payment will charge. Coupon and delivery fee are decided here, for every way to pay.
 * @throws Refusal 409 that says why the coupon can't be used
 */
export function quoteOf({
  lines: taken,
  delivery: { feeCents, agreed },
  couponCode,
  coupon,
  hasOrdered,
  ifMissing,
}: Asked): QuoteWithCoupon {
  const lines = taken.map((line): QuotedLine => ({ ...line, ifMissing: ifMissing.get(line.productId) ?? "" }));
  const quote = { lines, couponId: undefined, couponCents: 0, couponCode: "", deliveryFeeCents: feeCents, delivery: agreed };
  if (couponCode === undefined) return quote;
  const judged = lines.map((line) => ({ productId: line.productId, cents: lineCents(line) }));
  const { couponId, code, cents, shares } = judgeFound(couponCode, coupon, { hasOrdered, lines: judged });
  const shared = lines.map((line, at) => ({ ...line, couponCents: shares[at] ?? 0 }));
  return { ...quote, lines: shared, couponId, couponCents: cents, couponCode: code };
}
