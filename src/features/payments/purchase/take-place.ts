import type { Db } from "#server/db/connect.ts";
import type { Delivery } from "../../delivery/rules.ts";
import { takeSlot } from "../../delivery/slots/store.ts";

/** Takes a place of the delivery time that was agreed, if any; it is locked, and was found to have one. */
export function takePlace(tx: Db, { agreed }: Delivery): Promise<void>[] {
  return agreed?.slot ? [takeSlot(tx, agreed.slot)] : [];
}
