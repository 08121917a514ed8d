import type { Db } from "#server/db/connect.ts";
import { BOM, csvLine } from "#shared/csv.ts";
import { formatAmount } from "#shared/money.ts";
import { sumsOf } from "../../cart/sums/rules.ts";
import { kindOf } from "../rules.ts";
import { readOrdersById, type PlacedOrder } from "../store.ts";
import type { OrderFilters } from "./contract.ts";
import { findOrderIds } from "./find-orders.ts";

/** Orders per query. */
const PAGE = 200;

const COLUMNS = [
  ...["order", "placed", "shopper", "status", "payment status", "payment method", "products", "pieces", "subtotal", "total"],
  ...["address", "city", "state", "postal code", "country", "mobile"],
  ...["savings", "coupon code", "coupon", "delivery fee"],
];

/** All matching orders as CSV, newest first. Reads the next page only when the client has consumed the last one. */
export async function* exportOrdersCsv(db: Db, filters: OrderFilters, timeZone: string): AsyncGenerator<string> {
  const time = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  yield BOM + csvLine(COLUMNS);
  for (let before: string | undefined; ;) {
    const ids = await findOrderIds(db, filters, { before, limit: PAGE }, timeZone);
    const orders = await readOrdersById(db, ids);
    if (orders.length > 0) yield orders.map((order) => toLine(order, time)).join("");
    if (ids.length < PAGE) return;
    before = ids.at(-1);
  }
}

/** Times are in the shop's time zone, in a format spreadsheets understand: `2026-03-09 14:05:00`. */
function toLine(order: PlacedOrder, time: Intl.DateTimeFormat): string {
  const { number, createdAt, userName, status, paymentStatus, paymentMethod, lines, couponCode } = order;
  const { quantity, subtotalCents, savingsCents, couponCents, deliveryFeeCents, totalCents } = sumsOf(order);
  const { address_line, city, state, pincode, country, mobile } = order.deliveryAddress;
  const products = lines.map((line) => `${[line.name, kindOf(line)].filter(Boolean).join(", ")} × ${line.quantity}`);
  return csvLine([
    ...[number, time.format(createdAt), userName, status, paymentStatus, paymentMethod],
    ...[products.join("; "), String(quantity), formatAmount(subtotalCents), formatAmount(totalCents)],
    ...[address_line, city, state, pincode, country, mobile],
    ...[formatAmount(savingsCents), couponCode, formatAmount(couponCents), formatAmount(deliveryFeeCents)],
  ]);
}
