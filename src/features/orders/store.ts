import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { toDollars, toPercent } from "#shared/money.ts";
import { users } from "../account/tables.ts";
import type { Item } from "../cart/rules.ts";
import type { Order } from "./contract.ts";
import type { RequestKey } from "./idempotency-key.ts";
import { orderKeys, orderLines, orders, type DeliveryAddress } from "./tables.ts";

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
  await db.delete(orderKeys).where(lt(orderKeys.createdAt, sql`now() - ${KEY_AGE}`));
}

/** An address of a user as an order copies it, noted as the one used last; undefined when it is not theirs or removed. */
export async function useAddress(tx: Db, userId: string, addressId: string): Promise<DeliveryAddress | undefined> {
  // A note that another order is just writing says the same: nobody waits for it.
  const { rows } = await tx.execute<{ [K in keyof DeliveryAddress]: string }>(sql`
    with noted as (
      update address set used_at = now()
      where id in (select id from address where id = ${addressId} and user_id = ${userId} and status for no key update skip locked)
    )
    select address_line, city, state, pincode, country, mobile
    from address where id = ${addressId} and user_id = ${userId} and status`);
  return rows[0];
}

/** A product as an order copies it. */
interface CopiedProduct {
  productId: string;
  name: string;
  image: string[];
  listCents: number;
  discountHundredths: number;
}

export interface LockedProduct extends CopiedProduct {
  /** 0 when it left the shop. */
  stock: number;
}

/** A line of an order. */
interface StoredLine extends CopiedProduct {
  /** What one piece costs after the discount. */
  paidCents: number;
  quantity: number;
}

/** Products as they are now, locked until the transaction ends; in the order of their ids, so that orders never deadlock. */
export async function lockProducts(tx: Db, ids: readonly string[]): Promise<LockedProduct[]> {
  const { rows } = await tx.execute<LockedProduct & Record<string, unknown>>(sql`
    select id as "productId", name, price_cents as "listCents", discount_hundredths as "discountHundredths",
      case when deleted_at is null then stock else 0 end as stock,
      case when cardinality(image) > 0 then image else array(
        select s.image from product_sub_category l join sub_category s on s.id = l.sub_category_id
        where l.product_id = p.id and s.deleted_at is null and s.image <> '' order by s.name limit 1) end as image
    from product p
    where id = any(${sql.param(ids)}::text[])
    order by id
    for no key update of p`);
  return rows;
}

/** Takes pieces of locked products. @returns how many products had enough of them */
export async function lowerStock(tx: Db, items: readonly Item[]): Promise<number> {
  const ids = sql.param(items.map((item) => item.productId));
  const quantities = sql.param(items.map((item) => item.quantity));
  const { rowCount } = await tx.execute(sql`
    update product p set stock = p.stock - o.quantity, sold = p.sold + o.quantity
    from unnest(${ids}::text[], ${quantities}::int[]) as o (id, quantity)
    where p.id = o.id and p.stock >= o.quantity`);
  return rowCount ?? 0;
}

/** The categories that products lie in. */
export async function readCategoryIds(db: Db, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct category_id as id from product_category where product_id = any(${sql.param(productIds)}::text[])`);
  return rows.map(({ id }) => id);
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
