import { discounted, toCents, toHundredths } from "#shared/money.ts";

/** List price in dollars and discount in percent, as in the API. */
export interface Priced {
  price: number;
  discount: number;
}

/** The price of one item after the discount, in cents (CARD-6). */
export function paidCents({ price, discount }: Priced): number {
  return discounted(toCents(price), toHundredths(discount));
}

/** The list price of one item, in cents. */
export function listCents({ price }: Priced): number {
  return toCents(price);
}

/** A discount tag's whole percentage, rounded down but at least 1; `null` without a discount (CARD-1). */
export function discountTag(discount: number): number | null {
  return discount > 0 ? Math.max(1, Math.floor(discount)) : null;
}

/** Stock from which the number of items left is no longer shown. */
const FEW = 5;

/** The number of items left if it is low enough to show ("Only N left"), else `null`. */
export function fewLeft(stock: number): number | null {
  return stock > 0 && stock <= FEW ? stock : null;
}
