import type { Db, Invalidate } from "#server/db/connect.ts";
import { returnUse } from "../coupons/uses-store.ts";
import { releaseSlot } from "../delivery/slots/store.ts";
import { release, releaseLocked } from "../stock/reservations.ts";
import type { StockedProduct } from "../stock/store.ts";
import type { AttemptStatus } from "./contract.ts";
import { moveAttempt, type Attempt } from "./store.ts";

type Holding = Pick<Attempt, "id" | "lines" | "delivery" | "couponCode">;

/** Ends a locked, unpaid attempt and releases what it held. */
export async function releasePayment(
  tx: Db,
  invalidate: Invalidate,
  attempt: Holding,
  to: Extract<AttemptStatus, "EXPIRED" | "CANCELLED" | "REPLACED" | "FAILED">,
  note = "",
): Promise<void> {
  await moveAttempt(tx, attempt.id, to, { note });
  await releaseHeld(tx, invalidate, attempt);
}

/**
 * Like {@link releasePayment} when its products are locked too: statements whose results nobody needs, so they may be sent with the commit.
 */
export function releaseLockedPayment(
  tx: Db,
  invalidate: Invalidate,
  { id, lines, delivery, couponCode }: Holding,
  products: readonly StockedProduct[],
  to: "CANCELLED" | "REPLACED",
): PromiseLike<unknown>[] {
  return [
    moveAttempt(tx, id, to, { note: "" }),
    ...(lines.length > 0 ? [releaseLocked(tx, invalidate, id, products, lines)] : []),
    ...(delivery?.slot ? [releaseSlot(tx, delivery.slot)] : []),
    ...(couponCode ? [returnUse(tx, id)] : []),
  ];
}

/** Releases what a locked attempt holds: pieces, delivery time and coupon. */
export async function releaseHeld(tx: Db, invalidate: Invalidate, { id, lines, delivery, couponCode }: Holding): Promise<void> {
  // The payment of a difference may hold no pieces.
  if (lines.length > 0) await release(tx, invalidate, id);
  if (delivery?.slot) await releaseSlot(tx, delivery.slot);
  if (couponCode) await returnUse(tx, id);
}
