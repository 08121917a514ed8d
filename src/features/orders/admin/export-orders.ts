import type { Db } from "#server/db/connect.ts";
import { BOM, csvLine } from "#shared/csv.ts";
import { formatAmount } from "#shared/money.ts";
import { itemsIn } from "#shared/weights.ts";
import { gramsOf, lineCents, sumsOf } from "../../cart/sums/rules.ts";
import { kindOf, quantityWords } from "../rules.ts";
import { readOrdersById, type PlacedOrder } from "../store.ts";
import type { OrderFilters } from "./contract.ts";
import { findOrderIds } from "./find-orders.ts";

/** Orders per query. */
const PAGE = 200;

const COLUMNS = [
  ...["order", "placed", "shopper", "status", "payment status", "payment method", "products", "pieces", "subtotal", "total"],
  ...["address", "city", "state", "postal code", "country", "mobile"],
  ...["savings", "coupon code", "coupon", "delivery fee"],
  ...["way", "zone", "delivery day", "from", "to"],
];

const LINE_COLUMNS = [
  ...["order", "placed", "status", "payment status", "sku", "product", "brand", "unit", "pieces"],
  ...["list price", "discount percent", "price", "total", "coupon", "to pay", "grams", "weight"],
];

/** Longest time for one file, in ms. A client that reads more slowly gets no complete file. */
const EXPORT_WITHIN_MS = 10 * 60 * 1000;

/** Times are in the shop's time zone, in a format spreadsheets understand: `2026-03-09 14:05:00`. */
const timeIn = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });

/** All matching orders as CSV, newest first. */
export function exportOrdersCsv(db: Db, filters: OrderFilters, timeZone: string): AsyncGenerator<string> {
  const time = timeIn(timeZone);
  return exportCsv(db, filters, timeZone, COLUMNS, (order) => toLine(order, time));
}

/**
 * The lines of all matching orders as CSV: what was sold, for whoever counts products. Each has its share of the coupon, so the lines
 * and the delivery fee add up to the total that the order was placed with.
 */
export function exportLinesCsv(db: Db, filters: OrderFilters, timeZone: string): AsyncGenerator<string> {
  const time = timeIn(timeZone);
  return exportCsv(db, filters, timeZone, LINE_COLUMNS, ({ lines, ...order }) =>
    lines.map((line) => toProductLine(order, line, time)).join(""),
  );
}

/** Reads the next page only when the client has consumed the last one. @throws when it takes too long, which ends the connection */
async function* exportCsv(
  db: Db,
  filters: OrderFilters,
  timeZone: string,
  columns: readonly string[],
  toCsv: (order: PlacedOrder) => string,
): AsyncGenerator<string> {
  const end = performance.now() + EXPORT_WITHIN_MS;
  yield BOM + csvLine(columns);
  for (let before: string | undefined; ;) {
    const ids = await findOrderIds(db, filters, { before, limit: PAGE }, timeZone);
    const orders = await readOrdersById(db, ids);
    if (orders.length > 0) yield orders.map(toCsv).join("");
    if (ids.length < PAGE) return;
    if (performance.now() > end) throw new Error("An export took too long");
    before = ids.at(-1);
  }
}

function toProductLine(order: Omit<PlacedOrder, "lines">, line: PlacedOrder["lines"][number], time: Intl.DateTimeFormat): string {
  const { sku, name, brand, unit, listCents, discountHundredths, paidCents, couponCents, weighed, grams } = line;
  const totalCents = lineCents(line);
  return csvLine([
    ...[order.number, time.format(order.createdAt), order.status, order.paymentStatus, sku, name, brand, unit, String(itemsIn(line))],
    ...[formatAmount(listCents), String(discountHundredths / 100), formatAmount(paidCents), formatAmount(totalCents)],
    ...[formatAmount(couponCents), formatAmount(totalCents - couponCents)],
    ...(weighed ? [String(gramsOf(line)), grams === null ? "estimated" : "weighed"] : ["", ""]),
  ]);
}

function toLine(order: PlacedOrder, time: Intl.DateTimeFormat): string {
  const { number, createdAt, userName, status, paymentStatus, paymentMethod, lines, couponCode, delivery } = order;
  const { quantity, subtotalCents, savingsCents, couponCents, deliveryFeeCents, totalCents } = sumsOf(order);
  const { address_line, city, state, pincode, country, mobile } = order.deliveryAddress;
  const products = lines.map((line) => `${[line.name, kindOf(line)].filter(Boolean).join(", ")} × ${quantityWords(line)}`);
  return csvLine([
    ...[number, time.format(createdAt), userName, status, paymentStatus, paymentMethod],
    ...[products.join("; "), String(quantity), formatAmount(subtotalCents), formatAmount(totalCents)],
    ...[address_line, city, state, pincode, country, mobile],
    ...[formatAmount(savingsCents), couponCode, formatAmount(couponCents), formatAmount(deliveryFeeCents)],
    ...(delivery ? [delivery.way, delivery.zone] : ["", ""]),
    ...[delivery?.slot?.day ?? "", delivery?.slot?.from ?? "", delivery?.slot?.to ?? ""],
  ]);
}
