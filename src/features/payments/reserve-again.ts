import type { Db, Invalidate } from "#server/db/connect.ts";
import { takeSlotAgain } from "../delivery/slots/store.ts";
import { release, takeAgain } from "../stock/reservations.ts";
import type { Attempt } from "./store.ts";

/** Reserves what a released payment had: goods and delivery time. @returns false, with nothing changed, if either is gone */
export async function reserveAgain(tx: Db, invalidate: Invalidate, { id, delivery }: Attempt): Promise<boolean> {
  if (!(await takeAgain(tx, invalidate, id))) return false;
  if (!delivery?.slot || (await takeSlotAgain(tx, delivery.slot))) return true;
  await release(tx, invalidate, id);
  return false;
}
