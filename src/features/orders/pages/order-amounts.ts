import { formatCents, formatSigned, toCents } from "#shared/money.ts";
import type { Order, OrderLine } from "../contract.ts";
import { lineCents, orderSums } from "../rules.ts";

const centsOf = ({ quantity, product_details: { unit_price, paid_price } }: OrderLine) => ({
  quantity,
  listCents: toCents(unit_price),
  paidCents: toCents(paid_price),
});

/** A line's total, formatted (ORD-6). */
export const lineTotal = (line: OrderLine) => formatCents(lineCents(centsOf(line)));

/** The rows above an order's total. */
export function amountsOf({ totalAmt, products }: Pick<Order, "totalAmt" | "products">): { name: string; amount: string }[] {
  const { subtotalCents, savingsCents, adjustmentCents } = orderSums({ totalCents: toCents(totalAmt), lines: products.map(centsOf) });
  return [
    { name: "Subtotal", amount: formatCents(subtotalCents) },
    ...(savingsCents > 0 ? [{ name: "Savings", amount: `−${formatCents(savingsCents)}` }] : []),
    ...(adjustmentCents === 0 ? [] : [{ name: "Adjustment", amount: formatSigned(adjustmentCents) }]),
    { name: "Delivery", amount: "Free" },
  ];
}

/** The text below a product's name: brand and unit, and the SKU for packing. */
export function kindOf({ brand, unit, sku }: Pick<OrderLine["product_details"], "brand" | "unit" | "sku">, withSku = false): string {
  return [brand, unit, withSku && sku && `SKU ${sku}`].filter(Boolean).join(" · ");
}
