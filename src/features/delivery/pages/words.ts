import { formatDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { ZoneFields } from "../contract.ts";

/** `$3.50, free from $40.00, orders from $10.00`. @param deliveryFee the first part */
export function feeInWords({ fee, freeFrom, minimum }: Pick<ZoneFields, "fee" | "freeFrom" | "minimum">, deliveryFee: string): string {
  const parts = [
    deliveryFee,
    fee > 0 && freeFrom !== null && t("free from {amount}", { amount: formatDollars(freeFrom) }),
    minimum > 0 && t("orders from {amount}", { amount: formatDollars(minimum) }),
  ];
  return parts.filter(Boolean).join(", ");
}
