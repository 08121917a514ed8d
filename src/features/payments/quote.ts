import type { Delivery } from "../delivery/rules.ts";
import type { Quote } from "../orders/place-order.ts";
import type { TakenLine } from "../stock/take-stock.ts";

/** What an order or a payment will charge for these lines. Coupon and delivery fee are decided here, for every way to pay. */
export function quoteOf(lines: readonly TakenLine[], { feeCents, agreed }: Delivery): Quote {
  return { lines, couponCents: 0, couponCode: "", deliveryFeeCents: feeCents, delivery: agreed };
}
