import type { Db, Invalidate } from "#server/db/connect.ts";
import { countAgain } from "../coupons/uses-store.ts";
import { releaseSlot, takeSlotAgain } from "../delivery/slots/store.ts";
import { hasOrderedNow } from "../orders/store.ts";
import { release, takeAgain } from "../stock/reservations.ts";
import type { Attempt } from "./store.ts";

/** Reserves what a released payment had: goods, delivery time and coupon. @returns false, with nothing changed, if one of them is gone */
export async function reserveAgain(tx: Db, invalidate: Invalidate, { id, userId, lines, delivery, couponCode }: Attempt): Promise<boolean> {
  const hasPieces = lines.length > 0;
  if (hasPieces && !(await takeAgain(tx, invalidate, id))) return false;
  const slot = delivery?.slot;
  const hasSlot = !slot || (await takeSlotAgain(tx, slot));
  if (hasSlot && (!couponCode || (await countAgain(tx, id, "HELD", hasOrderedNow(userId))))) return true;
  if (hasPieces) await release(tx, invalidate, id);
  if (slot && hasSlot) await releaseSlot(tx, slot);
  return false;
}
