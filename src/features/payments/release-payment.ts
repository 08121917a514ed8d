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
  attempt: Holding,
  products: readonly StockedProduct[],
  to: "CANCELLED" | "REPLACED",
): PromiseLike<unknown>[] {
  const { id, lines } = attempt;
  const releases = releasesOf(tx, attempt, () => releaseLocked(tx, invalidate, id, products, lines));
  return [moveAttempt(tx, id, to, { note: "" }), ...releases.map((run) => run())];
}

/** Releases what a locked attempt holds. */
export async function releaseHeld(tx: Db, invalidate: Invalidate, attempt: Holding): Promise<void> {
  // One after the other, because the first locks products.
  for (const run of releasesOf(tx, attempt, () => release(tx, invalidate, attempt.id))) await run();
}

/** What releases all that an attempt holds: pieces, delivery time and coupon. @param releasePieces releases its pieces */
function releasesOf(
  tx: Db,
  { id, lines, delivery, couponCode }: Holding,
  releasePieces: () => Promise<void>,
): (() => PromiseLike<unknown>)[] {
  const slot = delivery?.slot;
  return [
    // The payment of a difference may hold no pieces.
    ...(lines.length > 0 ? [releasePieces] : []),
    ...(slot ? [() => releaseSlot(tx, slot)] : []),
    ...(couponCode ? [() => returnUse(tx, id)] : []),
  ];
}
