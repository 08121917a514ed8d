import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isForSale } from "../catalogue/for-sale.ts";
import { products } from "../catalogue/tables.ts";
import type { ListLine, SavedList } from "./contract.ts";
import { FAVORITES } from "./contract.ts";
import { NO_FAVORITES } from "./rules.ts";
import { savedListLines, savedLists } from "./tables.ts";

const of = (userId: string, listId: string) => and(eq(savedLists.userId, userId), eq(savedLists.id, listId));

/** A person's favorites and lists, oldest first, without products that left the shop. */
export async function readLists(db: Db, userId: string): Promise<SavedList[]> {
  const [lists, lines] = await Promise.all([
    db
      .select({ _id: savedLists.id, name: savedLists.name })
      .from(savedLists)
      .where(eq(savedLists.userId, userId))
      .orderBy(asc(savedLists.createdAt)),
    db
      .select({ listId: savedListLines.listId, productId: savedListLines.productId, quantity: savedListLines.quantity })
      .from(savedListLines)
      .innerJoin(products, and(eq(products.id, savedListLines.productId), isForSale()))
      .where(eq(savedListLines.userId, userId))
      .orderBy(asc(savedListLines.createdAt)),
  ]);
  const linesOf = Map.groupBy(lines, ({ listId }) => listId);
  const withLines = ({ _id, name }: { _id: string; name: string }): SavedList => ({
    _id,
    name,
    lines: (linesOf.get(_id) ?? []).map(({ productId, quantity }) => ({ productId, quantity })),
  });
  return [withLines(NO_FAVORITES), ...lists.filter(({ _id }) => _id !== FAVORITES).map(withLines)];
}

/** The products of a list with their names, as far as they are in the shop; undefined if the person has no such list. */
export async function readListItems(db: Db, userId: string, listId: string): Promise<(ListLine & { name: string })[] | undefined> {
  const [known, lines] = await Promise.all([
    db.select({ id: savedLists.id }).from(savedLists).where(of(userId, listId)),
    db
      .select({ productId: products.id, name: products.name, quantity: savedListLines.quantity })
      .from(savedListLines)
      .innerJoin(products, and(eq(products.id, savedListLines.productId), isForSale()))
      .where(and(eq(savedListLines.userId, userId), eq(savedListLines.listId, listId)))
      .orderBy(asc(savedListLines.createdAt)),
  ]);
  return known.length > 0 || listId === FAVORITES ? lines : undefined;
}

/** SQL for an array of the products on a list. */
export const productsOn = (userId: string, listId: string): SQL =>
  sql`array(select product_id from saved_list_line where user_id = ${userId} and list_id = ${listId})`;

/** Adds a list without lines, unless it exists. */
export async function insertList(tx: Db, userId: string, { _id, name }: Pick<SavedList, "_id" | "name">): Promise<void> {
  await tx.insert(savedLists).values({ userId, id: _id, name }).onConflictDoNothing();
}

export async function renameList(tx: Db, userId: string, listId: string, name: string): Promise<void> {
  await tx.update(savedLists).set({ name }).where(of(userId, listId));
}

export async function deleteList(tx: Db, userId: string, listId: string): Promise<void> {
  await tx.delete(savedLists).where(of(userId, listId));
}

/** Adds products to a list, or changes their quantities there. */
export async function putLines(tx: Db, userId: string, listId: string, lines: readonly ListLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insert(savedListLines)
    .values(lines.map(({ productId, quantity }) => ({ userId, listId, productId, quantity })))
    .onConflictDoUpdate({
      target: [savedListLines.userId, savedListLines.listId, savedListLines.productId],
      set: { quantity: sql`excluded.quantity` },
    });
}

export async function deleteLine(tx: Db, userId: string, listId: string, productId: string): Promise<void> {
  const { userId: owner, listId: list, productId: product } = savedListLines;
  await tx.delete(savedListLines).where(and(eq(owner, userId), eq(list, listId), eq(product, productId)));
}

/** Which of these products are in the shop. */
export async function readPresent(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, [...new Set(ids)]), isForSale()));
  return new Set(rows.map(({ id }) => id));
}

/** Deletes a person's lists. */
export async function deleteLists(tx: Db, userId: string): Promise<void> {
  await tx.delete(savedLists).where(eq(savedLists.userId, userId));
}
