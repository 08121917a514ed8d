import { discounted } from "#shared/money.ts";
import { shortageMessage } from "../cart/rules.ts";
import { paidCents } from "../catalogue/rules.ts";
import type { OrderLine, OrderStatus } from "./contract.ts";

/** What an order's line is charged from: cents, hundredths of a percent, pieces. */
export interface ChargedLine {
  unitPriceCents: number;
  discountHundredths: number;
  quantity: number;
}

/** What an order comes to, in cents: undiscounted, and as it is charged. */
export function orderTotals(lines: readonly ChargedLine[]): { subtotalCents: number; totalCents: number } {
  let subtotalCents = 0;
  let totalCents = 0;
  for (const { unitPriceCents, discountHundredths, quantity } of lines) {
    subtotalCents += unitPriceCents * quantity;
    totalCents += discounted(unitPriceCents, discountHundredths) * quantity;
  }
  return { subtotalCents, totalCents };
}

/** The line total of a receipt in cents: discounted unit price times quantity (ORD-6). */
export function receiptLineCents({ quantity, product_details: { unit_price, discount } }: OrderLine): number {
  return paidCents({ price: unit_price, discount }) * quantity;
}

/** How a status looks (ADM-12). */
export const statusTone = {
  PENDING: "yellow",
  SHIPPED: "blue",
  DELIVERED: "green",
  COMPLETED: "grey",
  CANCELLED: "red",
} as const satisfies Record<OrderStatus, string>;

/** Products named in one message at most. */
const NAMED = 3;

/** Why an order cannot be placed, in one sentence a shopper can act on. */
export function shortagesMessage(products: readonly { name: string; stock: number }[]): string {
  const named = products.slice(0, NAMED).map(({ name, stock }) => shortageMessage(name, stock));
  const more = products.length - named.length;
  return `${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}. Please change your cart and try again.`;
}
