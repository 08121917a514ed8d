import type { Db, Invalidate } from "#server/db/connect.ts";
import { tagsOf } from "../catalogue/tags.ts";
import type { Item } from "./rules.ts";
import { changeReservation, insertReservation, lockShelves, movePieces, readReservation } from "./store.ts";
import { returnStock, takeIfEnough, takeStock, type TakenLine } from "./take-stock.ts";

/** Reserves pieces for an order awaiting payment. @throws as {@link takeStock} */
export async function reserve(
  tx: Db,
  invalidate: Invalidate,
  order: { orderId: string; userId: string },
  items: readonly Item[],
): Promise<TakenLine[]> {
  const lines = await takeStock(tx, invalidate, items, "reserve");
  await insertReservation(tx, order, items);
  return lines;
}

/** Returns the reserved pieces of an order to the stock. */
export async function release(tx: Db, invalidate: Invalidate, orderId: string): Promise<void> {
  const items = await changeReservation(tx, orderId, "release");
  await returnStock(tx, invalidate, items, "release");
}

/** Sells the reserved pieces of an order. */
export async function sellReserved(tx: Db, invalidate: Invalidate, orderId: string): Promise<void> {
  const items = await changeReservation(tx, orderId, "sellReserved");
  await lockShelves(
    tx,
    items.map(({ productId }) => productId),
  );
  await movePieces(tx, "sellReserved", items);
  invalidate(tagsOf.popular);
}

/** Takes the released pieces of an order again, reserved or sold. @returns false, with nothing changed, if too few are left */
export async function takeAgain(tx: Db, invalidate: Invalidate, orderId: string, move: "reserve" | "sell"): Promise<boolean> {
  const taken = await takeIfEnough(tx, invalidate, await readReservation(tx, orderId), move);
  if (!taken.ok) return false;
  await changeReservation(tx, orderId, move);
  return true;
}
