import type { Db, Invalidate } from "#server/db/connect.ts";
import { returnStock } from "../orders/take-stock.ts";
import type { AttemptStatus } from "./contract.ts";
import { canBecome } from "./rules.ts";
import { updateAttempt, type Attempt } from "./store.ts";

/** Ends a locked attempt that was not paid: its pieces go back to the shelves. */
export async function releasePayment(
  tx: Db,
  invalidate: Invalidate,
  attempt: Attempt,
  to: Extract<AttemptStatus, "EXPIRED" | "CANCELLED" | "REPLACED" | "FAILED">,
  note = "",
): Promise<void> {
  if (!canBecome(attempt.status, to)) throw new Error(`A payment that is ${attempt.status} cannot become ${to}`);
  if (attempt.holdsStock) await returnStock(tx, invalidate, attempt.lines, "release");
  await updateAttempt(tx, attempt.id, { status: to, holdsStock: false, note });
}
