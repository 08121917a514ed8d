import type { Db } from "#server/db/connect.ts";
import { BOM, csvLine } from "#shared/csv.ts";
import { formatAmount, toCents } from "#shared/money.ts";
import type { Order } from "../contract.ts";
import { readOrdersById } from "../store.ts";
import type { OrderFilters } from "./contract.ts";
import { findOrderIds } from "./find-orders.ts";

/** Orders that are read together. */
const PAGE = 200;

const COLUMNS = [
  ...["order", "placed", "shopper", "status", "payment status", "payment method", "products", "pieces", "subtotal", "total"],
  ...["address", "city", "state", "postal code", "country", "mobile"],
];

/** The orders that pass the filters as CSV, newest first: read page by page, as fast as somebody takes them. */
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

/** Times are those of the shop, as spreadsheets take them: `2026-03-09 14:05:00`. */
function toLine(order: Order, time: Intl.DateTimeFormat): string {
  const { orderId, createdAt, userId, status, payment_status, metodoDePago, products, subTotalAmt, totalAmt } = order;
  const { address_line, city, state, pincode, country, mobile } = order.delivery_address;
  const goods = products.map(({ product_details: { name }, quantity }) => `${name} × ${quantity}`);
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
  return csvLine([
    ...[orderId, time.format(new Date(createdAt)), userId.name, status, payment_status, metodoDePago],
    ...[goods.join("; "), String(pieces), formatAmount(toCents(subTotalAmt)), formatAmount(toCents(totalAmt))],
    ...[address_line, city, state, pincode, country, mobile],
  ]);
}
