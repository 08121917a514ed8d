import { sumPerProduct, type Item } from "../stock/rules.ts";
import { MAX_LINES, MAX_QUANTITY } from "./contract.ts";

/** A line to be added up: the list price and the discounted price of one piece in cents (CARD-6), and the number of pieces. */
export interface PricedLine {
  listCents: number;
  paidCents: number;
  quantity: number;
}

/** The totals of some lines, in cents and pieces. */
export interface Totals {
  /** Without discounts. */
  subtotalCents: number;
  /** What the shopper pays. */
  totalCents: number;
  /** The difference of the two (CART-5). */
  savingsCents: number;
  /** Number of pieces. */
  quantity: number;
}

/** The shop's only sum: the cart shows it, the order charges it and the receipt repeats it (CART-5, CHK-2, ORD-6). */
export function sumLines(lines: readonly PricedLine[]): Totals {
  let subtotalCents = 0;
  let totalCents = 0;
  let pieces = 0;
  for (const { listCents, paidCents, quantity } of lines) {
    subtotalCents += listCents * quantity;
    totalCents += paidCents * quantity;
    pieces += quantity;
  }
  return { subtotalCents, totalCents, savingsCents: subtotalCents - totalCents, quantity: pieces };
}

/**
 * Combines a guest's cart with the account's (CART-6): quantities are added, capped by the stock and never lowered, up to
 * {@link MAX_LINES} lines. Products that are sold out or missing from `stock` add nothing.
 * @returns only the lines that change
 */
export function mergedLines(account: readonly Item[], guest: readonly Item[], stock: ReadonlyMap<string, number>): Item[] {
  const before = new Map(account.map(({ productId, quantity }) => [productId, quantity]));
  let room = MAX_LINES - before.size;
  return sumPerProduct(guest).flatMap(({ productId, quantity }) => {
    const had = before.get(productId) ?? 0;
    const after = Math.min(had + quantity, stock.get(productId) ?? 0, MAX_QUANTITY);
    if (after <= had || (had === 0 && room-- <= 0)) return [];
    return [{ productId, quantity: after }];
  });
}
