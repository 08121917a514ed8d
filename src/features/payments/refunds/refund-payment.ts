import type { Db, Invalidate } from "#server/db/connect.ts";
import type { Shop } from "#server/shop.ts";
import { lockOrder } from "../../orders/locked-order-store.ts";
import { notePaymentStatus, noteRefund } from "../../orders/timeline/order-events.ts";
import { readDifferenceSums, type DifferenceSums } from "../differences/store.ts";
import { emailRefund } from "../jobs.ts";
import type { Providers, RefundState } from "../providers/provider.ts";
import { moveRow, takeTurn, type RefundRow } from "../refund-row-store.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, moveAttempt, readAttempt, updateAttempt, type Attempt } from "../store.ts";
import { refunds } from "../tables.ts";
import { readRefund, readRefundStates } from "./store.ts";

/**
 * Asks the provider for a refund that is due. Repeats are safe: PayPal knows the refund by its id; Culqi is asked by one process at a time, and
 * what was refunded before it says whether it is done.
 * @throws Unanswered if the provider's response is missing or unclear, Error if it is another process's turn; the job is retried
 */
export async function refundPayment(shop: Shop, providers: Providers, refundId: string): Promise<void> {
  const { db } = shop.database;
  const refund = await readRefund(db, refundId);
  const attempt = refund && (await readAttempt(db, refund.attemptId));
  if (!attempt?.chargeRef || refund?.status !== "DUE") return;
  const provider = await providers(attempt.provider);
  if (!provider) throw new Error(`${attempt.provider} is no longer configured, but owes a refund`);
  if (!provider.recognizesRepeats && !(await takeTurn(db, refunds, refundId)))
    throw new Error(`${provider.name} is being asked for this refund already`);
  const { cents } = refund;
  // What of an order's payment the staff refund stays at the provider.
  const before = attempt.status === "PAID" ? { beforeCents: refundableOf(attempt, await readDifferenceSums(db, attempt.id)) - cents } : {};
  await settleRefund(shop, refund, await provider.refund({ id: refund.id, chargeRef: attempt.chargeRef, cents, ...before }));
}

/** What the provider will have refunded of an order's payment once its refund is done: all that is not by hand or on its way. */
const refundableOf = ({ totalCents }: Attempt, { byHand, open }: DifferenceSums) => totalCents - byHand - open;

/** Records a refund's outcome: done, failed, or pending until the provider is asked again. */
export async function settleRefund({ database }: Shop, refund: RefundRow, state: RefundState): Promise<void> {
  const { id, attemptId } = refund;
  await database.transact(async ({ tx, invalidate }) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt) return;
    // Such money neither placed nor changed an order, so no order mentions it.
    const orderId = attempt.status === "PAID" ? orderIdOf(attempt) : undefined;
    if (state.kind === "pending") {
      if ((await moveRow(tx, refunds, id, { status: "PENDING", providerRef: state.ref })) && orderId)
        await noteRefund(tx, invalidate, orderId, "REFUND PENDING");
      return;
    }
    if (state.kind === "failed") {
      const reason = `${refund.reason}; ${state.reason}`;
      if ((await moveRow(tx, refunds, id, { status: "FAILED", reason })) && orderId) await noteRefundsOf(tx, invalidate, orderId);
      return;
    }
    if (!(await moveRow(tx, refunds, id, { status: "DONE", providerRef: state.ref }))) return;
    // A refund always covers everything left.
    if (attempt.status === "REFUNDING") await moveAttempt(tx, attemptId, "REFUNDED", { refundedCents: refund.cents });
    else await updateAttempt(tx, attemptId, { refundedCents: refundableOf(attempt, await readDifferenceSums(tx, attemptId)) });
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
