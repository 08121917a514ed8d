import { formatCents, toCents } from "#shared/money.ts";
import type { Product } from "../contract.ts";

/** The price per kilogram, liter or piece: `$17.15/kg`. */
export function UnitPrice({ of }: { of: Product["unit_price"] | undefined }) {
  if (!of) return null;
  return (
    <span className="whitespace-nowrap">
      {formatCents(toCents(of.price))}/{of.per}
    </span>
  );
}
