import { listCents, paidCents } from "#features/catalogue/rules.ts";
import { sumsOf, type Bill, type Sums } from "../sums/rules.ts";
import type { Line } from "./cart-engine.ts";

/** What the cart costs, computed as its order will be. */
export function billOf(lines: readonly Line[], more: Omit<Bill, "lines"> = {}): Sums {
  const priced = lines.map(({ product, quantity }) => ({ listCents: listCents(product), paidCents: paidCents(product), quantity }));
  return sumsOf({ ...more, lines: priced });
}

/** `1 item`, `4 items`. */
export function itemsInWords(quantity: number): string {
  return quantity === 1 ? "1 item" : `${quantity} items`;
}
