import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { retryRefund } from "../../orders/admin/edit-order.ts";
import { checkRefund, type StaffActor } from "../../orders/limits/refund-limit.ts";
import { findOrder } from "../../orders/store.ts";
import { retryDifference } from "../differences/retry-difference.ts";
import { refundSoon } from "../jobs.ts";
import type { Providers } from "../providers/provider.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, readAttempt, moveAttempt } from "../store.ts";
import { deleteFailedRefund, insertRefund, readRefundOf } from "./store.ts";

/**
 * Retries a failed refund: a difference of an order, or the whole of a canceled order, or of a payment that never became one.
 * @throws Refusal 403 if only an admin may do so, 404, 409 unless the payment's last refund failed, Unanswered
 */
export async function retryPaymentRefund(shop: Shop, providers: Providers, who: StaffActor, attemptId: string): Promise<void> {
  const { database } = shop;
  if (await retryDifference(shop, providers, who, attemptId)) return;
  const attempt = await readAttempt(database.db, attemptId);
  const orderId = attempt ? orderIdOf(attempt) : attemptId;
  // Money that came too late to change its order is refunded separately.
  const isOfOrder = !attempt?.amends || attempt.status === "PAID";
  if (isOfOrder && (await findOrder(database.db, orderId))) {
    await database.transact((tx, invalidate, withCommit) => retryRefund({ tx, invalidate, withCommit }, who, orderId));
    return;
  }
  const provider = attempt && (await providers(attempt.provider));
  if (!provider) throw refuse.notFound(t("Payment not found"));
  // Staff may have refunded all or part of it in the provider's dashboard.
  const state = await provider.read(attempt);
  await database.transact(async (tx) => {
    const { status } = (await lockAttempt(tx, attemptId))!; // read above, and never deleted
    const failed = await readRefundOf(tx, attemptId);
    if (status !== "REFUNDING" || failed?.status !== "FAILED") throw refuse.conflict(t("The last refund of this payment did not fail"));
    const change = { before: { refund: "failed" }, after: { refund: "started again" } };
    await noteChange(tx, who.adminId, {
      kind: "payment",
      thingId: attemptId,
      thingName: attempt.providerRef ?? "",
      action: "changed",
      ...change,
    });
    await deleteFailedRefund(tx, attemptId);
    const cents = state.kind === "captured" ? state.cents - state.refundedCents : failed.cents;
    checkRefund(who, cents);
    if (cents <= 0) {
      await moveAttempt(tx, attemptId, "REFUNDED", { refundedCents: failed.cents });
      return;
    }
    const refund = await insertRefund(tx, { id: newId(), attemptId, cents, reason: attempt.note, status: "DUE" });
    if (refund) await refundSoon(tx, refund.id);
  });
}
