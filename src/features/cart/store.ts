import { and, asc, eq, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { newId } from "#server/new-id.ts";
import { isForSale } from "../catalogue/for-sale.ts";
import { readShopProducts, withoutUnsold, type ShopProduct } from "../catalogue/store.ts";
import { products } from "../catalogue/tables.ts";
import type { Item } from "../stock/rules.ts";
import { readReserved, reservedFor } from "../stock/store.ts";
import { cartLines, cartMerges } from "./tables.ts";

/** A line without its product. */
interface StoredLine extends Item {
  _id: string;
}

/** The lines of a cart, oldest first, without deleted products. */
export async function readLines(db: Db, userId: string): Promise<StoredLine[]> {
  return db
    .select({ _id: cartLines.id, productId: cartLines.productId, quantity: cartLines.quantity })
    .from(cartLines)
    .innerJoin(products, and(eq(products.id, cartLines.productId), isNull(products.deletedAt)))
    .where(eq(cartLines.userId, userId))
    .orderBy(asc(cartLines.id));
}

/**
 * Products as this shopper can have them: with the pieces reserved for their own open payment, which their next order releases first.
 * Those that are no longer sold are left out, or have no stock. One round trip.
 */
export async function readProductsFor(
  db: Db,
  userId: string,
  ids: readonly string[] | SQL,
  { withHidden = false } = {},
): Promise<ShopProduct[]> {
  const [found, reserved] = await Promise.all([readShopProducts(db, ids, { withHidden }), readReserved(db, userId)]);
  return found.map((product) => withoutUnsold({ ...product, stock: product.stock + (reserved.get(product._id) ?? 0) }));
}

/** A line with its product, in the shop's own units. */
export interface CartEntry {
  _id: string;
  quantity: number;
  product: ShopProduct;
}

/** A cart, oldest line first. One round trip. */
export async function readCart(db: Db, userId: string): Promise<CartEntry[]> {
  const ids = sql`array(select product_id from cart_line where user_id = ${userId})`;
  const [lines, found] = await Promise.all([readLines(db, userId), readProductsFor(db, userId, ids, { withHidden: true })]);
  const byId = new Map(found.map((product) => [product._id, product]));
  return lines.flatMap(({ _id, quantity, productId }) => {
    const product = byId.get(productId);
    return product ? [{ _id, quantity, product }] : [];
  });
}

/** One line of a user's cart; undefined if it is someone else's or its product was deleted. One round trip. */
export async function readLine(db: Db, userId: string, lineId: string): Promise<CartEntry | undefined> {
  const ids = sql`array(select product_id from cart_line where id = ${lineId} and user_id = ${userId})`;
  const [[line], [product]] = await Promise.all([
    db
      .select({ quantity: cartLines.quantity })
      .from(cartLines)
      .where(and(eq(cartLines.id, lineId), eq(cartLines.userId, userId))),
    readProductsFor(db, userId, ids, { withHidden: true }),
  ]);
  return line && product && { _id: lineId, quantity: line.quantity, product };
}

/** Sets lines to these quantities and adds missing ones. Goes by product id, as every writer of lines does. */
export async function setLines(tx: Db, userId: string, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({ id: newId(), userId, productId: item.productId, quantity: item.quantity }));
  await tx
    .insert(cartLines)
    .values(rows.sort((a, b) => (a.productId < b.productId ? -1 : 1)))
    .onConflictDoUpdate({ target: [cartLines.userId, cartLines.productId], set: { quantity: sql`excluded.quantity` } });
}

/** The line of a product; undefined when it is not in the cart. */
export async function findLine(db: Db, userId: string, productId: string): Promise<StoredLine | undefined> {
  const [line] = await db
    .select({ _id: cartLines.id, productId: cartLines.productId, quantity: cartLines.quantity })
    .from(cartLines)
    .where(and(eq(cartLines.userId, userId), eq(cartLines.productId, productId)));
  return line;
}

/** Adds a line to a locked cart, unless the product is there already, no longer sold or sold out, or the cart has `most` lines. */
export async function insertLine(tx: Db, userId: string, { productId, quantity }: Item, most: number): Promise<void> {
  await tx.execute(sql`
    insert into cart_line (id, user_id, product_id, quantity)
    select ${newId()}, ${userId}, p.id, ${quantity}::int from product p
    where p.id = ${productId} and ${isForSale("p")} and p.stock + ${reservedFor(userId, sql`p.id`)} > 0 and ${most} > (
      select count(*) from cart_line l join product p on p.id = l.product_id where l.user_id = ${userId} and p.deleted_at is null)
    on conflict (user_id, product_id) do nothing`);
}

/** Sets the quantity of a line, if that many are available. */
export async function setQuantity(tx: Db, userId: string, lineId: string, quantity: number): Promise<void> {
  await tx.execute(sql`
    update cart_line l set quantity = ${quantity}::int from product p
    where l.id = ${lineId} and l.user_id = ${userId} and p.id = l.product_id
      and ${isForSale("p")} and p.stock + ${reservedFor(userId, sql`p.id`)} >= ${quantity}::int`);
}

/** Deletes a line. A missing line counts as deleted, because a request may be repeated after its response was lost. */
export async function deleteLine(db: Db, userId: string, lineId: string): Promise<"deleted" | "not theirs"> {
  const { rows } = await db.execute(sql`
    with gone as (delete from cart_line where id = ${lineId} and user_id = ${userId})
    select from cart_line where id = ${lineId} and user_id <> ${userId}`);
  return rows.length === 0 ? "deleted" : "not theirs";
}

/** Takes ordered quantities out of a cart and deletes the lines this empties. */
export async function removeOrdered(tx: Db, userId: string, items: readonly Item[]): Promise<void> {
  const ids = sql.param(items.map((item) => item.productId));
  const quantities = sql.param(items.map((item) => item.quantity));
  await tx.execute(sql`
    with ordered as (
      select l.id, l.quantity - o.quantity as rest
      from cart_line l join unnest(${ids}::text[], ${quantities}::int[]) as o (product_id, quantity) using (product_id)
      where l.user_id = ${userId}
      order by l.product_id
      for update of l
    ), lowered as (
      update cart_line l set quantity = o.rest from ordered o where l.id = o.id and o.rest > 0
    )
    delete from cart_line l using ordered o where l.id = o.id and o.rest <= 0`);
}

/** Records that a guest's cart is merged. @returns false when it already was */
export async function claimMerge(tx: Db, userId: string, mergeId: string): Promise<boolean> {
  const { rowCount } = await tx.insert(cartMerges).values({ userId, mergeId }).onConflictDoNothing();
  return rowCount === 1;
}

/** Deletes merges too old for a browser to repeat. */
export async function deleteOldMerges(db: Db): Promise<void> {
  await deleteInBatches(db, cartMerges, lt(cartMerges.createdAt, sql`now() - interval '30 days'`));
}

/** Deletes a person's cart. */
export async function deleteCart(tx: Db, userId: string): Promise<void> {
  await Promise.all([tx.delete(cartLines).where(eq(cartLines.userId, userId)), tx.delete(cartMerges).where(eq(cartMerges.userId, userId))]);
}
