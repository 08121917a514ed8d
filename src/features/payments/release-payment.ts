import type { Db, Invalidate } from "#server/db/connect.ts";
import { returnUse } from "../coupons/uses-store.ts";
import { releaseSlot } from "../delivery/slots/store.ts";
import { release } from "../stock/reservations.ts";
import type { AttemptStatus } from "./contract.ts";
import { moveAttempt, type Attempt } from "./store.ts";

/** Ends a locked, unpaid attempt and releases what it held. */
export async function releasePayment(
  tx: Db,
  invalidate: Invalidate,
  { id, delivery, couponCode }: Pick<Attempt, "id" | "delivery" | "couponCode">,
  to: Extract<AttemptStatus, "EXPIRED" | "CANCELLED" | "REPLACED" | "FAILED">,
  note = "",
): Promise<void> {
  await moveAttempt(tx, id, to, { note });
  await release(tx, invalidate, id);
  if (delivery?.slot) await releaseSlot(tx, delivery.slot);
  if (couponCode) await returnUse(tx, id);
}
