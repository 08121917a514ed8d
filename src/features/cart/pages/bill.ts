import { listCents, paidCents } from "#features/catalogue/rules.ts";
import { t } from "#words/t.ts";
import { sumsOf, type Bill, type PricedLine, type Sums } from "../sums/rules.ts";
import type { Line } from "./engine/cart-state.ts";

/** What the cart costs, computed as its order will be. */
export function billOf(lines: readonly Line[], more: Omit<Bill, "lines"> = {}): Sums {
  return sumsOf({ ...more, lines: lines.map(pricedLine) });
}

/** A line of the cart as it is added up. */
export const pricedLine = ({ product, quantity }: Line): PricedLine => ({
  listCents: listCents(product),
  paidCents: paidCents(product),
  quantity,
  weighed: product.weighed,
});

/** `1 item`, `4 items`. Not with `plural`, which the first load can do without. */
export function itemsInWords(quantity: number): string {
  return quantity === 1 ? t("1 item") : t("{count} items", { count: quantity });
}
