import type { Db, Invalidate } from "#server/db/connect.ts";
import { tagsOf } from "../catalogue/tags.ts";
import type { Item } from "./rules.ts";
import { changeReservation, insertReservation, movePieces, readReservation, type StockedProduct } from "./store.ts";
import { returnLocked, returnStock, takeIfEnough, takeLocked, type TakenLine } from "./take-stock.ts";

/** Reserves the pieces of judged lines for an order awaiting payment. */
export async function reserve(
  tx: Db,
  invalidate: Invalidate,
  order: { orderId: string; userId: string },
  lines: readonly TakenLine[],
): Promise<void> {
  await Promise.all([takeLocked(tx, invalidate, lines, "reserve"), insertReservation(tx, order, lines)]);
}

/** Returns the reserved pieces of an order to the stock, when their products are locked. @param items what it reserves */
export async function releaseLocked(
  tx: Db,
  invalidate: Invalidate,
  orderId: string,
  before: readonly StockedProduct[],
  items: readonly Item[],
): Promise<void> {
  await Promise.all([changeReservation(tx, orderId, "release"), returnLocked(tx, invalidate, before, items, "release")]);
}

/** Returns the reserved pieces of an order to the stock. */
export async function release(tx: Db, invalidate: Invalidate, orderId: string): Promise<void> {
  const items = await changeReservation(tx, orderId, "release");
  await returnStock(tx, invalidate, items, "release");
}

/** Sells the reserved pieces of an order, when their products are locked. @param items what it reserves */
export async function sellLocked(tx: Db, invalidate: Invalidate, orderId: string, items: readonly Item[]): Promise<void> {
  invalidate(tagsOf.popular);
  await Promise.all([changeReservation(tx, orderId, "sellReserved"), movePieces(tx, "sellReserved", items)]);
}

/** Reserves the released pieces of an order again. @returns false, with nothing changed, if too few are left */
export async function takeAgain(tx: Db, invalidate: Invalidate, orderId: string): Promise<boolean> {
  const taken = await takeIfEnough(tx, invalidate, await readReservation(tx, orderId), "reserve");
  if (!taken.ok) return false;
  await changeReservation(tx, orderId, "reserve");
  return true;
}
