import type { Db, Invalidate } from "#server/db/connect.ts";
import type { Shop } from "#server/shop.ts";
import { lockOrder } from "../../orders/locked-order-store.ts";
import { notePaymentStatus, noteRefund } from "../../orders/timeline/order-events.ts";
import { readReturned } from "../differences/store.ts";
import { emailRefund } from "../jobs.ts";
import type { Providers, RefundState } from "../providers/provider.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, moveAttempt, readAttempt, updateAttempt } from "../store.ts";
import { moveRefund, readRefund, readRefundStates, type Refund } from "./store.ts";

/**
 * Asks the provider for a refund that is due. Repeats are safe: PayPal knows the refund by its id, and since it covers everything left,
 * Culqi refuses a second one.
 * @throws Unanswered if the provider's response is missing or unclear; the job is retried
 */
export async function refundPayment(shop: Shop, providers: Providers, refundId: string): Promise<void> {
  const { db } = shop.database;
  const refund = await readRefund(db, refundId);
  const attempt = refund && (await readAttempt(db, refund.attemptId));
  if (!attempt?.chargeRef || refund?.status !== "DUE") return;
  const provider = await providers(attempt.provider);
  if (!provider) throw new Error(`${attempt.provider} is no longer configured, but owes a refund`);
  await settleRefund(shop, refund, await provider.refund({ id: refund.id, chargeRef: attempt.chargeRef, cents: refund.cents }));
}

/** Records a refund's outcome: done, failed, or pending until the provider is asked again. */
export async function settleRefund({ database }: Shop, refund: Refund, state: RefundState): Promise<void> {
  const { id, attemptId } = refund;
  await database.transact(async ({ tx, invalidate }) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt) return;
    // Such money neither placed nor changed an order, so no order mentions it.
    const orderId = attempt.status === "PAID" ? orderIdOf(attempt) : undefined;
    if (state.kind === "pending") {
      if ((await moveRefund(tx, id, { status: "PENDING", providerRef: state.ref })) && orderId)
        await noteRefund(tx, invalidate, orderId, "REFUND PENDING");
      return;
    }
    if (state.kind === "failed") {
      const reason = `${refund.reason}; ${state.reason}`;
      if ((await moveRefund(tx, id, { status: "FAILED", reason })) && orderId) await noteRefundsOf(tx, invalidate, orderId);
      return;
    }
    if (!(await moveRefund(tx, id, { status: "DONE", providerRef: state.ref }))) return;
    // A refund always covers everything left: what was captured, or the order's total without what is on its way or refunded by hand.
    if (attempt.status === "REFUNDING") await moveAttempt(tx, attemptId, "REFUNDED", { refundedCents: refund.cents });
    else {
      const { byHand, open } = await readReturned(tx, attemptId);
      await updateAttempt(tx, attemptId, { refundedCents: attempt.totalCents - byHand - open });
    }
    if (orderId) await noteRefundsOf(tx, invalidate, orderId);
    await emailRefund(tx, id);
  });
}

/** Records the outcome of a canceled order's refunds once each has one. */
async function noteRefundsOf(tx: Db, invalidate: Invalidate, orderId: string): Promise<void> {
  // If two end at once, the second sees the first.
  await lockOrder(tx, orderId);
  const states = await readRefundStates(tx, orderId);
  if (states.some((state) => state === "DUE" || state === "PENDING")) return;
  const isFailed = states.includes("FAILED");
  if (isFailed && states.includes("DONE")) await notePaymentStatus(tx, invalidate, orderId, "PARTIALLY REFUNDED");
  await noteRefund(tx, invalidate, orderId, isFailed ? "REFUND FAILED" : "REFUND DONE");
}
