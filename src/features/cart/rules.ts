import { sumPerProduct, type Item } from "../stock/rules.ts";
import { MAX_LINES, MAX_QUANTITY } from "./contract.ts";

/** What a sum is made of: what one piece costs in cents, by the list and after its discount (CARD-6), and how many pieces. */
export interface PricedLine {
  listCents: number;
  paidCents: number;
  quantity: number;
}

/** What lines come to. Cents, and pieces. */
export interface Totals {
  /** Without discounts. */
  subtotalCents: number;
  /** What the shopper pays. */
  totalCents: number;
  /** The difference of the two (CART-5). */
  savingsCents: number;
  /** Pieces in all. */
  quantity: number;
}

/** The one sum of the shop: what a cart shows, its order charges and its receipt says (CART-5, CHK-2, ORD-6). */
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
 * What an account's cart becomes when a guest's is added (CART-6): quantities added, capped by the stock, never lowered,
 * at most {@link MAX_LINES} lines. Products without stock (or unknown in `stock`) add nothing.
 * @returns the lines that change
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
