import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Weighed } from "#shared/weights.ts";
import { isForSale } from "../catalogue/for-sale.ts";
import { categoryIds, pictures, weighedOf } from "../catalogue/store.ts";
import { discountNow } from "../catalogue/offers/store.ts";
import { MOVES, RESERVATION_MOVES, type Item, type Move, type ReservationMove } from "./rules.ts";
import { reservations } from "./tables.ts";

/** A product as an order copies it, in cents and hundredths of a percent. */
export interface StockedProduct {
  productId: string;
  name: string;
  image: string[];
  unit: string;
  /** Empty where the product has no Spanish text. */
  nameEs: string;
  unitEs: string;
  brand: string;
  sku: string | null;
  listCents: number;
  discountHundredths: number;
  /** How it is sold if it is priced by weight. */
  weighed: Weighed | null;
  /** Pieces in stock, or steps of 100 g of what is sold by weight; 0 if the product was deleted or hidden. */
  stock: number;
  /** False if it was deleted or hidden. */
  isForSale: boolean;
  categoryIds: string[];
}

/**
 * Locks products until the transaction ends, in id order so that orders never deadlock.
 * @param also SQL that selects the ids of more products to lock with them
 */
export async function lockStock(
  tx: Db,
  productIds: readonly string[],
  also = sql`select null::text where false`,
): Promise<StockedProduct[]> {
  const { rows } = await tx.execute<StockedProduct & Record<string, unknown>>(sql`
    select id as "productId", name, unit, name_es as "nameEs", unit_es as "unitEs", brand, sku, price_cents as "listCents", ${discountNow("product")} as "discountHundredths",
      ${weighedOf("product")} as weighed, ${isForSale()} as "isForSale", case when ${isForSale()} then stock else 0 end as stock,
      ${pictures} as image, ${categoryIds} as "categoryIds"
    from product
    where id = any(${sql.param(productIds)}::text[] || array(${also}))
    order by id
    for no key update of product`);
  return rows;
}

/** Moves pieces of locked products. @throws if too few of one are in stock, by a check of the table */
export async function movePieces(tx: Db, move: Move, items: readonly Item[]): Promise<void> {
  const { shelf, sold } = MOVES[move];
  const ids = sql.param(items.map((item) => item.productId));
  const quantities = sql.param(items.map((item) => item.quantity));
  // Separate from the lock: one statement would see the products as they were before it waited for the lock.
  const { rowCount } = await tx.execute(sql`
    update product p set stock = p.stock + i.quantity * ${shelf}::int, sold = p.sold + i.quantity * ${sold}::int
    from unnest(${ids}::text[], ${quantities}::int[]) as i (id, quantity)
    where p.id = i.id`);
  if (rowCount !== items.length) throw new Error(`A product to ${move} is missing`);
}

/** Empties the shelves of locked products, and writes off sold pieces that were not there: they are nowhere anymore. */
export async function emptyShelves(tx: Db, missing: readonly Item[]): Promise<void> {
  await tx.execute(sql`
    update product p set stock = 0, sold = p.sold - i.quantity
    from unnest(${sql.param(missing.map(({ productId }) => productId))}::text[],
      ${sql.param(missing.map(({ quantity }) => quantity))}::int[]) as i (id, quantity)
    where p.id = i.id`);
}

/** Records pieces that were just taken from the stock for an order awaiting payment. */
export async function insertReservation(
  tx: Db,
  { orderId, userId }: { orderId: string; userId: string },
  items: readonly Item[],
): Promise<void> {
  await tx
    .insert(reservations)
    .values(items.map(({ productId, quantity }) => ({ orderId, productId, userId, quantity, state: "RESERVED" as const })));
}

/**
 * Moves a reservation to its next state.
 * @returns its pieces, by product id
 * @throws if the move is not possible from its current state
 */
export async function changeReservation(tx: Db, orderId: string, move: ReservationMove): Promise<Item[]> {
  const { from, to } = RESERVATION_MOVES[move];
  const items = await tx
    .update(reservations)
    .set({ state: to })
    .where(and(eq(reservations.orderId, orderId), eq(reservations.state, from)))
    .returning({ productId: reservations.productId, quantity: reservations.quantity });
  if (items.length === 0) throw new Error(`The reservation of ${orderId} is not ${from}, so ${move} is not possible`);
  return items;
}

/** The pieces of a reservation in any state. */
export async function readReservation(db: Db, orderId: string): Promise<Item[]> {
  return db
    .select({ productId: reservations.productId, quantity: reservations.quantity })
    .from(reservations)
    .where(eq(reservations.orderId, orderId));
}

/** SQL for the pieces of a product reserved for a shopper. @param productId a column */
export function reservedFor(userId: string, productId: SQL): SQL {
  return sql`(
    select coalesce(sum(r.quantity), 0) from reservation r
    where r.user_id = ${userId} and r.product_id = ${productId} and r.state = 'RESERVED')`;
}

/** The pieces reserved for a shopper, by product id. */
export async function readReserved(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ productId: reservations.productId, quantity: sql<number>`sum(${reservations.quantity})::int` })
    .from(reservations)
    .where(and(eq(reservations.userId, userId), eq(reservations.state, "RESERVED")))
    .groupBy(reservations.productId);
  return new Map(rows.map(({ productId, quantity }) => [productId, quantity]));
}
