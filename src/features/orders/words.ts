import { formatCents, formatSigned } from "#shared/money.ts";
import { inKilos, type Weighed } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { gramsOf, type PricedLine, type Sums } from "../cart/sums/rules.ts";
import type { DeliveryWay } from "../delivery/contract.ts";
import { namedShortages, type Shortened } from "../stock/words.ts";
import type { OrderStatus, PaymentStatus } from "./contract.ts";
import { BY_CARD, IN_CASH } from "./rules.ts";

export interface BillRow {
  name: string;
  amount: string;
  isFree?: boolean;
}

/** The rows above an order's total: on its page, its printed documents and its PDF, and in its emails. */
export function billRows(sums: Sums, couponCode: string, way: DeliveryWay = "delivery"): BillRow[] {
  const { subtotalCents, savingsCents, couponCents, deliveryFeeCents, adjustmentCents } = sums;
  return [
    { name: t("Subtotal"), amount: formatCents(subtotalCents) },
    ...(savingsCents > 0 ? [{ name: t("Savings"), amount: `−${formatCents(savingsCents)}` }] : []),
    ...(couponCents > 0 ? [{ name: t("Coupon {couponCode}", { couponCode }).trim(), amount: `−${formatCents(couponCents)}` }] : []),
    ...(adjustmentCents === 0 ? [] : [{ name: t("Adjustment"), amount: formatSigned(adjustmentCents) }]),
    deliveryFeeCents > 0
      ? { name: t("Delivery fee"), amount: formatCents(deliveryFeeCents) }
      : { name: way === "collection" ? t("Pickup") : t("Delivery [fee]"), amount: t("Free"), isFree: true },
  ];
}

/** How an order is paid, for people: providers keep their names. */
export function paymentMethodInWords(method: string): string {
  if (method === IN_CASH.method) return t("Cash on delivery");
  return method === BY_CARD ? t("Card (Culqi)") : method;
}

/** Where a refund goes, to end a sentence with: "We refund you" to PayPal, to the card. */
export function refundedTo(method: string): string {
  return method === BY_CARD ? t("to the card") : t("to {method}", { method });
}

/** A status of an order or its payment, for printed documents and messages: in English as the specification writes it. */
export function statusInWords(status: OrderStatus | PaymentStatus): string {
  switch (status) {
    case "PENDING":
      return t("PENDING");
    case "SHIPPED":
      return t("SHIPPED");
    case "DELIVERED":
      return t("DELIVERED");
    case "COMPLETED":
      return t("COMPLETED");
    case "CANCELLED":
      return t("CANCELLED");
    case "PAID":
      return t("PAID");
    case "CASH ON DELIVERY":
      return t("CASH ON DELIVERY");
    case "REFUNDED":
      return t("REFUNDED");
    default:
      return t("PARTIALLY REFUNDED");
  }
}

/** Why a canceled order can't be reopened, for admins. */
export function cannotReopenMessage(products: readonly Shortened[]): string {
  return t("This order stays canceled: {products}. Add stock first, then change its status again.", {
    products: namedShortages(products),
  });
}

interface Kind {
  brand: string;
  unit: string;
  sku: string | null;
}

/** What distinguishes similar products: brand, unit and SKU. */
export const kindParts = ({ brand, unit, sku }: Kind): string[] => [brand, unit, sku ? t("SKU {sku}", { sku }) : ""].filter(Boolean);

/** What distinguishes similar products, in one text. Pages and emails show its parts, so that lines break only between them. */
export const kindOf = (product: Kind): string => kindParts(product).join(" · ");

/** A price per piece, or per kilogram of what is priced by weight: `$3.00`, `$3.98/kg`. */
export const priceWords = (cents: number, weighed?: Weighed | null) => `${formatCents(cents)}${weighed ? "/kg" : ""}`;

/** The quantity of a line: `2`, `about 0.5 kg`, or for weighed pieces `2 · about 0.6 kg`. Once weighed, it is exact. */
export function quantityWords(line: Pick<PricedLine, "quantity" | "weighed" | "grams">): string {
  const { quantity, weighed, grams } = line;
  if (!weighed) return `${quantity}`;
  const kilos = inKilos(gramsOf(line));
  const weight = (grams ?? null) === null ? t("about {grams}", { grams: kilos }) : kilos;
  return weighed.by === "weight" ? weight : `${quantity} · ${weight}`;
}
