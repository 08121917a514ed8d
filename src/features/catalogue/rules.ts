import { discounted, toCents } from "#shared/money.ts";

/** What a price is computed from: dollars and percent, as the API has them. */
export interface Priced {
  price: number;
  discount: number;
}

/** The price a shopper pays for one piece, in cents (CARD-6). */
export function paidCents({ price, discount }: Priced): number {
  return discounted(toCents(price), toCents(discount));
}

/** The list price of one piece, in cents. */
export function listCents({ price }: Priced): number {
  return toCents(price);
}

/** The percent on a discount tag: whole, rounded down, but never 0; `null` without a discount (CARD-1). */
export function discountTag(discount: number): number | null {
  return discount > 0 ? Math.max(1, Math.floor(discount)) : null;
}

/** From this many pieces on nobody is told how many are left. */
const FEW = 5;

/** The pieces left where that is worth saying ("Only N left"), else `null`. */
export function fewLeft(stock: number): number | null {
  return stock > 0 && stock <= FEW ? stock : null;
}
