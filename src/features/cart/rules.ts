import { listCents, paidCents, type Priced } from "../catalogue/rules.ts";
import { MAX_LINES, MAX_QUANTITY } from "./contract.ts";

/** What a total is computed from: a line of a cart, a guest's or an account's. */
export interface PricedLine {
  productId: Priced;
  quantity: number;
}

/** The line total in cents: discounted unit price times quantity (ORD-6). */
export function lineCents({ productId, quantity }: PricedLine): number {
  return paidCents(productId) * quantity;
}

/** What a cart comes to. Cents, and pieces. */
export interface Totals {
  /** What the shopper pays. */
  itemsCents: number;
  /** The same without discounts. */
  undiscountedCents: number;
  /** The difference of the two (CART-5). */
  savingsCents: number;
  /** Pieces in all. */
  quantity: number;
}

/** The totals of a cart, as its order will charge them (CART-5, CHK-2). */
export function totalsOf(lines: readonly PricedLine[]): Totals {
  let itemsCents = 0;
  let undiscountedCents = 0;
  let quantity = 0;
  for (const line of lines) {
    itemsCents += lineCents(line);
    undiscountedCents += listCents(line.productId) * line.quantity;
    quantity += line.quantity;
  }
  return { itemsCents, undiscountedCents, savingsCents: undiscountedCents - itemsCents, quantity };
}

/** How to say that fewer pieces are left than asked for. */
export function shortageMessage(name: string, stock: number): string {
  return stock > 0 ? `Only ${stock} of ${name} left` : `${name} is sold out`;
}

/** A product and how many pieces of it. */
export interface Item {
  productId: string;
  quantity: number;
}

/** The quantities per product, in the order in which the products first appear. */
export function sumPerProduct(items: readonly Item[]): Item[] {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of items) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }));
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
