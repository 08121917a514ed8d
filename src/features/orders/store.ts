import { and, asc, desc, eq, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { users } from "../account/tables.ts";
import type { AddressFields } from "../addresses/contract.ts";
import type { Weighed } from "#shared/weights.ts";
import type { Language } from "#words/language.ts";
import { weighedOf } from "../catalogue/store.ts";
import { products } from "../catalogue/tables.ts";
import type { Agreed } from "../delivery/contract.ts";
import type { Item } from "../stock/rules.ts";
import type { MissingChoice, OrderStatus, PaymentStatus } from "./contract.ts";
import { orderLines, orders, type StoredLine } from "./tables.ts";

/** Records what the shopper wants if a line is missing. */
export async function setIfMissing(tx: Db, orderId: string, position: number, ifMissing: MissingChoice): Promise<void> {
  await tx
    .update(orderLines)
    .set({ ifMissing })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)));
}

export type OrderedLine = Required<StoredLine> & { sku: string };

/** An order with its lines. `subtotalCents` is before discounts. */
export interface PlacedOrder {
  id: string;
  number: string;
  userId: string;
  userName: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: string;
  createdAt: Date;
  /** When its shopper asked to cancel after it was shipped; null unless an admin still has to answer. */
  cancelRequestedAt: Date | null;
  totalCents: number;
  subtotalCents: number;
  couponCents: number;
  /** Empty without a coupon. */
  couponCode: string;
  deliveryFeeCents: number;
  /** The tax that the total includes, in hundredths of a percent; 0 if invoices say nothing of it. */
  taxHundredths: number;
  /** How its invoice is numbered; empty for the order's number. */
  invoiceFormat: string;
  deliveryAddress: AddressFields;
  /** The language that the shop tells the shopper about it in. */
  language: Language;
  /** The staff's own note. Shoppers see it only on packing slips and bag labels. */
  note: string;
  /** How it reaches the shopper; null if delivery was off. */
  delivery: Agreed | null;
  /** When it was packed, and into how many bags. */
  packedAt: Date | null;
  bags: number;
  lines: OrderedLine[];
}

/** SQL for the language that the shop tells an order's shopper about it in: that of their last login, if it came after the order. */
export function shopperLanguage(order: "customer_order" | "o" = "customer_order"): SQL<Language> {
  // With the table's name, which Drizzle leaves out where only one table is read.
  const o = sql.raw(order);
  const since = sql`select u.language from user_account u where u.id = ${o}.user_id and u.last_login_at > ${o}.created_at`;
  return sql<Language>`coalesce((${since}), ${o}.language)`;
}

const orderColumns = {
  id: orders.id,
  number: orders.number,
  userId: orders.userId,
  userName: users.name,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  paymentMethod: orders.paymentMethod,
  createdAt: orders.createdAt,
  cancelRequestedAt: orders.cancelRequestedAt,
  totalCents: orders.totalCents,
  subtotalCents: orders.subtotalCents,
  couponCents: orders.couponCents,
  couponCode: orders.couponCode,
  deliveryFeeCents: orders.deliveryFeeCents,
  taxHundredths: orders.taxHundredths,
  invoiceFormat: orders.invoiceFormat,
  deliveryAddress: orders.deliveryAddress,
  language: shopperLanguage(),
  note: orders.note,
  delivery: orders.delivery,
  packedAt: orders.packedAt,
  bags: orders.bags,
  lines: sql<OrderedLine[]>`(
    select coalesce(json_agg(json_build_object('productId', l.product_id, 'quantity', l.quantity, 'name', l.name, 'image', l.image,
      'unit', l.unit, 'nameEs', l.name_es, 'unitEs', l.unit_es, 'brand', l.brand, 'sku', l.sku,
      'listCents', l.list_cents, 'discountHundredths', l.discount_hundredths, 'paidCents', l.paid_cents,
      'couponCents', l.coupon_cents, 'replaces', l.replaces, 'ifMissing', l.if_missing, 'weighed', case when l.weighed_by is null then null
        else json_build_object('by', l.weighed_by, 'grams', l.weighed_grams) end, 'grams', l.grams) order by l.position), '[]')
    from order_line l where l.order_id = ${orders.id})`,
};

function selectOrders(db: Db) {
  return db.select(orderColumns).from(orders).innerJoin(users, eq(users.id, orders.userId)).$dynamic();
}

export async function readOrder(db: Db, orderId: string | SQL): Promise<PlacedOrder | undefined> {
  const [row] = await selectOrders(db).where(eq(orders.id, orderId));
  return row;
}

/** An order that is known to exist. */
export async function readExisting(db: Db, orderId: string): Promise<PlacedOrder> {
  const order = await readOrder(db, orderId);
  if (!order) throw new Error("An order vanished");
  return order;
}

/** Orders by their ids, in the same order. */
export async function readOrdersById(db: Db, ids: readonly string[]): Promise<PlacedOrder[]> {
  if (ids.length === 0) return [];
  const rows = await selectOrders(db).where(inArray(orders.id, [...ids]));
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Orders in the order of an array of their ids. @param ids SQL for it */
export async function readOrdersIn(db: Db, ids: SQL): Promise<PlacedOrder[]> {
  return selectOrders(db)
    .where(sql`${orders.id} = any(${ids})`)
    .orderBy(sql`array_position(${ids}, ${orders.id})`);
}

const isNamed = (ref: string) => or(eq(orders.id, ref.toLowerCase()), eq(orders.number, ref.toUpperCase()));

/** SQL for an order's id, by its number or `_id`. @param userId whose it has to be; anyone's by default */
export const idOf = (ref: string, userId?: string): SQL =>
  sql`(select ${orders.id} from ${orders} where ${and(isNamed(ref), userId === undefined ? undefined : eq(orders.userId, userId))})`;

/** An order's id and shopper by its number or `_id`; undefined if there is none. */
export async function findOrder(db: Db, ref: string): Promise<{ id: string; userId: string; deletedAt: Date | null } | undefined> {
  const [row] = await db.select({ id: orders.id, userId: orders.userId, deletedAt: orders.deletedAt }).from(orders).where(isNamed(ref));
  return row;
}

/** The shopper's own orders among these numbers. */
export async function readOwnOrders(db: Db, userId: string, numbers: readonly string[]): Promise<{ id: string; number: string }[]> {
  return db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(inArray(orders.number, [...numbers]), eq(orders.userId, userId)));
}

export interface NumberAndStatus {
  number: string;
  status: OrderStatus;
}

/** The numbers and statuses of orders, by id. Unknown ids are left out. */
export async function readNumbersAndStatuses(db: Db, ids: readonly string[]): Promise<Map<string, NumberAndStatus>> {
  const rows = await db
    .select({ id: orders.id, number: orders.number, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, ...order }) => [id, order]));
}

/** An order's products and quantities. */
export async function readItems(db: Db, orderId: string | SQL): Promise<Item[]> {
  return db
    .select({ productId: orderLines.productId, quantity: sql<number>`sum(${orderLines.quantity})::int` })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .groupBy(orderLines.productId)
    .orderBy(asc(orderLines.productId));
}

/** SQL for an array of the ids of an order's products. @param orderId SQL for it */
export const productsOf = (orderId: SQL): SQL => sql`array(select product_id from order_line where order_id = ${orderId})`;

/** Whether a person has an order that was not canceled. */
export async function hasOrdered(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.userId, userId), ne(orders.status, "CANCELLED")))) > 0;
}

/** SQL for whether a shopper has an order that was not canceled. */
export const hasOrderedNow = (userId: string): SQL =>
  sql`exists (select from ${orders} where ${eq(orders.userId, userId)} and ${ne(orders.status, "CANCELLED")})`;

/** SQL for whether a shopper has an order that was not canceled and that was placed before one of theirs. */
export const hasOrderedBefore = (userId: string, orderId: string): SQL => sql`exists (
  select from ${orders} where ${eq(orders.userId, userId)} and ${ne(orders.status, "CANCELLED")}
    and ${orders.createdAt} < (select created_at from customer_order where id = ${orderId}))`;

const isOpenCashOrder = (userId: string) =>
  and(eq(orders.userId, userId), eq(orders.status, "PENDING"), eq(orders.paymentStatus, "CASH ON DELIVERY"));

/** How many cash orders of a shopper haven't shipped yet. */
export async function countOpenCash(db: Db, userId: string): Promise<number> {
  return db.$count(orders, isOpenCashOrder(userId));
}

/** The pieces in them, by product, with each product's remaining stock. */
export async function readOpenCashLines(db: Db, userId: string): Promise<(Item & { stock: number; weighed: Weighed | null })[]> {
  return db
    .select({
      productId: products.id,
      stock: products.stock,
      weighed: weighedOf("product"),
      quantity: sql<number>`sum(${orderLines.quantity})::int`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(isOpenCashOrder(userId))
    .groupBy(products.id);
}

export async function readNumber(db: Db, orderId: string): Promise<string | undefined> {
  const [row] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId));
  return row?.number;
}

/** A page of a user's orders, newest first, and how many there are in total. */
export async function readOrders(
  db: Db,
  userId: string,
  { page: number, limit }: { page: number; limit: number },
): Promise<{ rows: PlacedOrder[]; total: number }> {
  const theirs = eq(orders.userId, userId);
  const page = selectOrders(db)
    .where(theirs)
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset((number - 1) * limit);
  const [rows, total] = await Promise.all([page, db.$count(orders, theirs)]);
  return { rows, total };
}

/** The ids of a user's newest orders. */
export async function readOrderIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.id)).limit(limit);
  return rows.map(({ id }) => id);
}

/** The addresses of the pictures that order lines show. */
export const orderedPictures = sql`select unnest(image) from order_line`;
