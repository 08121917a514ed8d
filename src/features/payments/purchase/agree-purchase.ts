import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { countUse } from "../../coupons/uses-store.ts";
import type { Delivery, Terms } from "../../delivery/rules.ts";
import { takeSlot } from "../../delivery/slots/store.ts";
import { checkUnconfirmedPieces, checkUnpaidOrders, type Trust } from "../../orders/limits/check-unpaid.ts";
import { checkTotal, type OrderRequest } from "../../orders/placing/place-order.ts";
import { judgeStock, type TakenLine } from "../../stock/take-stock.ts";
import { agreeDelivery } from "./agree-delivery.ts";
import { quoteOf, type QuoteWithCoupon } from "./quote.ts";
import type { Purchase } from "./start-purchase.ts";

interface Conditions {
  request: OrderRequest;
  trust: Trust;
  /** How the shop delivers; null while delivery is off. */
  terms: Terms | null;
  inCash: boolean;
}

/** What the shop agreed to sell, for how much, and how it is delivered. */
interface Agreement {
  address: AddressFields;
  lines: TakenLine[];
  delivery: Delivery;
  quote: QuoteWithCoupon;
}

/**
 * Decides on a purchase while everything it depends on is locked: the same checks in the same order for every way to pay. What the
 * shopper can't change by accepting a new price comes before the price.
 * @throws Refusal 403 more than this account may order unpaid, 404 address or product, 409 stock, delivery or coupon
 * @throws PriceChanged
 */
export function agreePurchase(purchase: Purchase, { request, trust, terms, inCash }: Conditions): Agreement {
  const { address, products, unpaid, placesTaken, coupon, hasOrdered } = purchase;
  const { items, expectedCents, couponCode, ifMissing, delivery: asked } = request;
  if (inCash) checkUnpaidOrders(unpaid, trust);
  if (!address) throw refuse.notFound(t("Address not found"));
  const lines = judgeStock(products, items);
  checkUnconfirmedPieces(lines, unpaid, trust, { inCash });
  const delivery = agreeDelivery({ terms, asked, address, lines, placesTaken });
  const quote = quoteOf({ lines, delivery, couponCode, coupon, hasOrdered, ifMissing });
  checkTotal(quote, expectedCents);
  return { address, lines, delivery, quote };
}

/** Takes what was agreed besides goods: a place of the delivery time and a use of the coupon, if any. Both are locked, with one left. */
export function takeAgreed(
  tx: Db,
  { delivery: { agreed }, quote: { couponId, couponCents: cents } }: Pick<Agreement, "delivery" | "quote">,
  order: { orderId: string; userId: string },
  state: "HELD" | "USED",
): Promise<void>[] {
  return [...(agreed?.slot ? [takeSlot(tx, agreed.slot)] : []), ...(couponId ? [countUse(tx, { ...order, couponId, cents }, state)] : [])];
}
