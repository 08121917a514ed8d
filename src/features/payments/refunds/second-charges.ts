import type { Transaction } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { refundSoon } from "../jobs.ts";
import { note } from "../notes.ts";
import type { Charged, PaymentState } from "../providers/provider.ts";
import type { Attempt } from "../store.ts";
import { insertRefund, insertSecondCharge } from "./store.ts";

type Captured = Extract<PaymentState, { kind: "captured" }>;

const SECOND = note("A second charge for the same payment");

/** The charge that a settled payment was settled with, and all others. */
export function ownAndSecond({ id, chargeRef }: Attempt, captured: Captured): { own: Charged | undefined; second: Charged[] } {
  const charges = captured.attemptId === id ? [captured, ...(captured.others ?? [])] : [captured];
  return {
    own: charges.find((charge) => charge.chargeRef === chargeRef),
    second: charges.filter((charge) => charge.chargeRef !== chargeRef),
  };
}

/**
 * Refunds charges besides the one that pays a locked payment, each once. Each becomes a payment of its own, so that its refund is sent,
 * retried, reported and shown like any other.
 */
export async function refundSecondCharges({ tx, withCommit }: Transaction, attempt: Attempt, charges: readonly Charged[]): Promise<void> {
  for (const charge of charges) {
    const leftCents = charge.cents - charge.refundedCents;
    const attemptId = newId();
    if (leftCents <= 0 || !(await insertSecondCharge(tx, attempt, { ...charge, id: attemptId, note: SECOND }))) continue;
    const refund = { id: newId(), attemptId, cents: leftCents, reason: SECOND, status: "DUE" } as const;
    withCommit(insertRefund(tx, refund), refundSoon(tx, refund.id));
  }
}
