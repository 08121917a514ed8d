import type { Db } from "#server/db/connect.ts";
import { csvReport, spreadsheetTime, type ReportPage } from "#server/http/csv-report.ts";
import { csvLine } from "#shared/csv.ts";
import { formatAmount, toPercent } from "#shared/money.ts";
import { itemsIn } from "#shared/weights.ts";
import { language } from "#words/language.ts";
import { t, type Text } from "#words/t.ts";
import { gramsOf, lineCents, sumsOf } from "../../cart/sums/rules.ts";
import { spokenLine } from "../../catalogue/spoken/spoken-line.ts";
import { isForPickup } from "../../delivery/rules.ts";
import { kindOf, paymentMethodInWords, quantityWords, statusInWords } from "../words.ts";
import { readOrdersById, type PlacedOrder } from "../store.ts";
import type { OrderFilters } from "./contract.ts";
import { findOrderIds } from "./find-orders.ts";

/** Orders per query. */
const PAGE = 200;

const COLUMNS: readonly Text[] = [
  "order",
  "placed",
  "shopper",
  "status",
  "payment status",
  "payment method",
  "products",
  "pieces",
  "subtotal",
  "total",
  "address",
  "city",
  "state",
  "postal code",
  "country",
  "mobile",
  "savings",
  "coupon code",
  "coupon",
  "delivery fee",
  "way [delivery]",
  "zone",
  "delivery day",
  "from",
  "to",
];

const LINE_COLUMNS: readonly Text[] = [
  "order",
  "placed",
  "status",
  "payment status",
  "sku",
  "product",
  "brand",
  "unit",
  "pieces",
  "list price",
  "discount percent",
  "price",
  "total",
  "coupon",
  "to pay",
  "grams",
  "weight",
];

/** All matching orders as CSV, newest first. */
export function exportOrdersCsv(db: Db, filters: OrderFilters, timeZone: string): AsyncGenerator<string> {
  const time = spreadsheetTime(timeZone);
  return csvReport(COLUMNS, pagesOf(db, filters, timeZone), (order) => toLine(order, time));
}

/**
 * The lines of all matching orders as CSV: what was sold, for counting products. Each has its share of the coupon, so the lines and the
 * delivery fee add up to the total that the order was placed with.
 */
export function exportLinesCsv(db: Db, filters: OrderFilters, timeZone: string): AsyncGenerator<string> {
  const time = spreadsheetTime(timeZone);
  return csvReport(LINE_COLUMNS, pagesOf(db, filters, timeZone), ({ lines, ...order }) =>
    lines.map((line) => toProductLine(order, line, time)).join(""),
  );
}

function pagesOf(db: Db, filters: OrderFilters, timeZone: string) {
  return async (before: string | undefined): Promise<ReportPage<PlacedOrder>> => {
    const ids = await findOrderIds(db, filters, { before, limit: PAGE }, timeZone);
    return { rows: await readOrdersById(db, ids), next: ids.length < PAGE ? undefined : ids.at(-1) };
  };
}

function toProductLine(order: Omit<PlacedOrder, "lines">, line: PlacedOrder["lines"][number], time: Intl.DateTimeFormat): string {
  const { sku, name, brand, unit, listCents, discountHundredths, paidCents, couponCents, weighed, grams } = spokenLine(line, language());
  const totalCents = lineCents(line);
  return csvLine([
    ...[order.number, time.format(order.createdAt), statusInWords(order.status), statusInWords(order.paymentStatus)],
    ...[sku, name, brand, unit, String(itemsIn(line))],
    ...[formatAmount(listCents), String(toPercent(discountHundredths)), formatAmount(paidCents), formatAmount(totalCents)],
    ...[formatAmount(couponCents), formatAmount(totalCents - couponCents)],
    ...(weighed ? [String(gramsOf(line)), grams === null ? t("estimated [weight]") : t("weighed [weight]")] : ["", ""]),
  ]);
}

function toLine(order: PlacedOrder, time: Intl.DateTimeFormat): string {
  const { number, createdAt, userName, status, paymentStatus, paymentMethod, lines, couponCode, delivery } = order;
  const { quantity, subtotalCents, savingsCents, couponCents, deliveryFeeCents, totalCents } = sumsOf(order);
  const { address_line, city, state, pincode, country, mobile } = order.deliveryAddress;
  const bought = lines.map((line) => spokenLine(line, language()));
  const products = bought.map((line) => `${[line.name, kindOf(line)].filter(Boolean).join(", ")} × ${quantityWords(line)}`);
  return csvLine([
    ...[number, time.format(createdAt), userName, statusInWords(status), statusInWords(paymentStatus), paymentMethodInWords(paymentMethod)],
    ...[products.join("; "), String(quantity), formatAmount(subtotalCents), formatAmount(totalCents)],
    ...[address_line, city, state, pincode, country, mobile],
    ...[formatAmount(savingsCents), couponCode, formatAmount(couponCents), formatAmount(deliveryFeeCents)],
    ...(delivery ? [isForPickup(delivery) ? t("pickup") : t("delivery"), delivery.zone] : ["", ""]),
    ...[delivery?.slot?.day ?? "", delivery?.slot?.from ?? "", delivery?.slot?.to ?? ""],
  ]);
}
