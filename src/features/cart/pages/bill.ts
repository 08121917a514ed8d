import { listCents, paidCents } from "#features/catalogue/rules.ts";
import { sumLines, type Totals } from "../rules.ts";
import type { Line } from "./cart-engine.ts";

/** What the cart costs, computed as its order will be. */
export function billOf(lines: readonly Line[]): Totals {
  return sumLines(lines.map(({ product, quantity }) => ({ listCents: listCents(product), paidCents: paidCents(product), quantity })));
}

/** `1 item`, `4 items`. */
export function itemsInWords(quantity: number): string {
  return quantity === 1 ? "1 item" : `${quantity} items`;
}
