import type { Db, Invalidate } from "#server/db/connect.ts";
import { releaseSlot } from "../delivery/slots/store.ts";
import { release } from "../stock/reservations.ts";
import type { AttemptStatus } from "./contract.ts";
import { moveAttempt, type Attempt } from "./store.ts";

/** Ends a locked, unpaid attempt and releases its reservation. */
export async function releasePayment(
  tx: Db,
  invalidate: Invalidate,
  { id, delivery }: Pick<Attempt, "id" | "delivery">,
  to: Extract<AttemptStatus, "EXPIRED" | "CANCELLED" | "REPLACED" | "FAILED">,
  note = "",
): Promise<void> {
  await moveAttempt(tx, id, to, { note });
  await release(tx, invalidate, id);
  if (delivery?.slot) await releaseSlot(tx, delivery.slot);
}
