import { and, asc, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { toDollars, toPercent } from "#shared/money.ts";
import { users } from "../account/tables.ts";
import type { AddressFields } from "../addresses/contract.ts";
import { products } from "../catalogue/tables.ts";
import type { Item } from "../stock/rules.ts";
import type { Order, OrderStatus, PaymentStatus } from "./contract.ts";
import type { RequestKey } from "./idempotency-key.ts";
import { orderKeys, orderLines, orders, type StoredLine } from "./tables.ts";

/** How long a key is kept. */
const KEY_AGE = sql`interval '24 hours'`;

/**
 * Claims a key for an order that is about to be placed; waits while another request with this key is under way.
 * @returns undefined when it is claimed, else the order it was used for and the hash of that request
 */
export async function claimKey(
  tx: Db,
  userId: string,
  { key, hash }: RequestKey,
  orderId: string,
): Promise<{ orderId: string; hash: string } | undefined> {
  const { rowCount } = await tx
    .insert(orderKeys)
    .values({ userId, key, requestHash: hash, orderId })
    .onConflictDoUpdate({
      target: [orderKeys.userId, orderKeys.key],
      set: { requestHash: hash, orderId, createdAt: sql`now()` },
      setWhere: lt(orderKeys.createdAt, sql`now() - ${KEY_AGE}`),
    });
  return rowCount === 1 ? undefined : readKey(tx, userId, key);
}

/** The order a user's key was used for, and the hash of that request; undefined while there is none. */
export async function readKey(db: Db, userId: string, key: string): Promise<{ orderId: string; hash: string } | undefined> {
  const [used] = await db
    .select({ orderId: orderKeys.orderId, hash: orderKeys.requestHash })
    .from(orderKeys)
    .where(and(eq(orderKeys.userId, userId), eq(orderKeys.key, key)));
  return used;
}

/** Forgets keys whose time is over. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await deleteInBatches(db, orderKeys, lt(orderKeys.createdAt, sql`now() - ${KEY_AGE}`));
}

/** @returns false when there is an order of this number already */
export async function insertOrder(tx: Db, order: typeof orders.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(orders).values(order).onConflictDoNothing({ target: orders.number });
  return rowCount === 1;
}

/** Writes the lines of an order, in their order. */
export async function insertLines(tx: Db, orderId: string, lines: readonly StoredLine[]): Promise<void> {
  await tx.insert(orderLines).values(
    lines.map(({ productId, quantity, name, image, listCents, discountHundredths, paidCents }, position) => ({
      ...{ orderId, position, productId, quantity, name, image },
      ...{ listCents, discountHundredths, paidCents },
    })),
  );
}

const orderColumns = {
  _id: orders.id,
  orderId: orders.number,
  userId: orders.userId,
  userName: users.name,
  status: orders.status,
  payment_status: orders.paymentStatus,
  metodoDePago: orders.paymentMethod,
  createdAt: orders.createdAt,
  totalCents: orders.totalCents,
  subtotalCents: orders.subtotalCents,
  delivery_address: orders.deliveryAddress,
  lines: sql<StoredLine[]>`(
    select json_agg(json_build_object('productId', l.product_id, 'quantity', l.quantity, 'name', l.name, 'image', l.image,
      'listCents', l.list_cents, 'discountHundredths', l.discount_hundredths, 'paidCents', l.paid_cents) order by l.position)
    from order_line l where l.order_id = ${orders.id})`,
};

function selectOrders(db: Db) {
  return db.select(orderColumns).from(orders).innerJoin(users, eq(users.id, orders.userId)).$dynamic();
}

type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

/** A row as the API has it: dollars and percent. */
function toOrder({ userId, userName, totalCents, subtotalCents, createdAt, lines, ...row }: OrderRow): Order {
  return {
    ...row,
    userId: { _id: userId, name: userName },
    createdAt: createdAt.toISOString(),
    totalAmt: toDollars(totalCents),
    subTotalAmt: toDollars(subtotalCents),
    products: lines.map(({ productId, quantity, name, image, listCents, discountHundredths, paidCents }) => ({
      productId: { _id: productId },
      quantity,
      product_details: {
        ...{ name, image, quantity },
        ...{ unit_price: toDollars(listCents), discount: toPercent(discountHundredths), paid_price: toDollars(paidCents) },
      },
    })),
  };
}

/** An order, or undefined when there is none. */
export async function readOrder(db: Db, orderId: string): Promise<Order | undefined> {
  const [row] = await selectOrders(db).where(eq(orders.id, orderId));
  return row && toOrder(row);
}

/** Orders by their ids, in that order. */
export async function readOrdersById(db: Db, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const rows = await selectOrders(db).where(inArray(orders.id, [...ids]));
  const found = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => found.get(id) ?? []).map(toOrder);
}

/** What decides about an order, locked until the transaction ends. */
export interface LockedOrder {
  id: string;
  number: string;
  userId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: string;
  totalCents: number;
  deliveryAddress: AddressFields;
  deletedAt: Date | null;
}

/** @returns undefined when there is no such order */
export async function lockOrder(tx: Db, orderId: string): Promise<LockedOrder | undefined> {
  const { id, number, userId, status, paymentStatus, paymentMethod, totalCents, deliveryAddress, deletedAt } = orders;
  const [row] = await tx
    .select({ id, number, userId, status, paymentStatus, paymentMethod, totalCents, deliveryAddress, deletedAt })
    .from(orders)
    .where(eq(id, orderId))
    .for("update");
  return row;
}

/** Changes a locked order. */
export async function updateOrder(
  tx: Db,
  orderId: string,
  change: Partial<Pick<LockedOrder, "status" | "paymentStatus" | "totalCents" | "deliveryAddress" | "deletedAt">>,
): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, orderId));
}

/** The id of the order with this number or `_id`, and whose it is; undefined when there is none. */
export async function findOrder(db: Db, ref: string): Promise<{ id: string; userId: string; deletedAt: Date | null } | undefined> {
  const [row] = await db
    .select({ id: orders.id, userId: orders.userId, deletedAt: orders.deletedAt })
    .from(orders)
    .where(or(eq(orders.id, ref.toLowerCase()), eq(orders.number, ref.toUpperCase())));
  return row;
}

/** The products of an order and how many pieces of each. */
export async function readItems(db: Db, orderId: string): Promise<Item[]> {
  return db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.productId));
}

const isUnpaid = (userId: string) =>
  and(eq(orders.userId, userId), eq(orders.status, "PENDING"), eq(orders.paymentStatus, "CASH ON DELIVERY"));

/** How many cash orders of a shopper wait to be sent. */
export async function countUnpaid(db: Db, userId: string): Promise<number> {
  return db.$count(orders, isUnpaid(userId));
}

/** The pieces in them, by product, with what is left of each on the shelf. */
export async function readUnpaidLines(db: Db, userId: string): Promise<(Item & { stock: number })[]> {
  return db
    .select({ productId: products.id, stock: products.stock, quantity: sql<number>`sum(${orderLines.quantity})::int` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(isUnpaid(userId))
    .groupBy(products.id);
}

/** The number of an order, or undefined when there is none. */
export async function readNumber(db: Db, orderId: string): Promise<string | undefined> {
  const [row] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId));
  return row?.number;
}

/** A page of a user's orders, newest first, and how many there are in all. */
export async function readOrders(
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Order[]; total: number }> {
  const theirs = eq(orders.userId, userId);
  const rows = await selectOrders(db)
    .where(theirs)
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows: rows.map(toOrder), total: await db.$count(orders, theirs) };
}

/** The ids of a user's newest orders. */
export async function readOrderIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.id)).limit(limit);
  return rows.map(({ id }) => id);
}
