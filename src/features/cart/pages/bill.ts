import { listCents, paidCents } from "#features/catalogue/rules.ts";
import type { Line } from "./cart-engine.ts";

/** What the cart costs, in cents, and how many pieces it holds. */
export interface Bill {
  paid: number;
  /** Without discounts. */
  list: number;
  quantity: number;
}

export function billOf(lines: readonly Line[]): Bill {
  const bill = { paid: 0, list: 0, quantity: 0 };
  for (const { product, quantity } of lines) {
    bill.paid += paidCents(product) * quantity;
    bill.list += listCents(product) * quantity;
    bill.quantity += quantity;
  }
  return bill;
}

/** `1 item`, `4 items`. */
export function itemsInWords(quantity: number): string {
  return quantity === 1 ? "1 item" : `${quantity} items`;
}
