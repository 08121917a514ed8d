import type { Shop } from "#server/shop.ts";
import { noteRefund } from "../orders/order-events.ts";
import { tellRefund } from "./jobs.ts";
import type { Providers } from "./provider.ts";
import { endRefund, lockAttempt, moveAttempt, readAttempt, readRefund, updateAttempt } from "./store.ts";

/**
 * Gives money back, once: the provider knows a repeat by the refund's id.
 * @throws Unanswered when the provider gave no answer, so that it is tried again
 */
export async function refundPayment(shop: Shop, providers: Providers, refundId: string): Promise<void> {
  const { database } = shop;
  const refund = await readRefund(database.db, refundId);
  const attempt = refund && (await readAttempt(database.db, refund.attemptId));
  if (!attempt?.chargeRef || refund?.status !== "DUE") return;
  const provider = providers[attempt.provider];
  if (!provider) throw new Error(`${attempt.provider} is not set up any more, and owes a refund`);
  const state = await provider.refund({ id: refund.id, chargeRef: attempt.chargeRef, cents: refund.cents });

  await database.transact(async (tx, invalidate) => {
    const now = await lockAttempt(tx, attempt.id);
    if (state.kind === "failed") {
      if (await endRefund(tx, refund.id, { status: "FAILED", reason: `${refund.reason}; ${state.reason}` }))
        await noteRefund(tx, invalidate, attempt.id, "REFUND FAILED");
      return;
    }
    if (!now || !(await endRefund(tx, refund.id, { status: "DONE", providerRef: state.ref }))) return;
    // A refund is always of all that is left: of what was taken, or of what the order cost.
    if (now.status === "REFUNDING") await moveAttempt(tx, now.id, "REFUNDED", { refundedCents: refund.cents });
    else await updateAttempt(tx, now.id, { refundedCents: now.totalCents });
    await noteRefund(tx, invalidate, now.id, "REFUND DONE");
    await tellRefund(tx, refund.id);
  });
}
