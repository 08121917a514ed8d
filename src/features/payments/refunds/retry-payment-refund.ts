import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteRetry } from "../../orders/admin/note-retry.ts";
import { retryRefund } from "../../orders/admin/retry-refund.ts";
import { checkRefund, type StaffActor } from "../../orders/limits/refund-limit.ts";
import { checkKeys } from "../../orders/refunds/check-keys.ts";
import { retryDifference } from "../differences/retry-difference.ts";
import { paymentOf, readDifference, type Difference } from "../differences/store.ts";
import { refundSoon } from "../jobs.ts";
import type { Providers } from "../providers/provider.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, moveAttempt, readAttempt, type Attempt } from "../store.ts";
import { deleteFailedRefund, insertRefund, readRefundOf } from "./store.ts";

/** What is retried: a payment, perhaps only one of its differences. */
export interface Retried {
  difference: Difference | undefined;
  attempt: Attempt | undefined;
}

/** @param id of the payment, or of the difference */
export const readRetried = ({ database }: Shop, id: string): Promise<Retried> =>
  database.read(async (db) => {
    const [difference, attempt] = await Promise.all([readDifference(db, id), readAttempt(db, paymentOf(id))]);
    return { difference, attempt };
  });

/**
 * Retries a failed refund: a difference of an order, or the whole of a canceled order, or of a payment that never became one.
 * @param retried as it was a moment ago
 * @throws Refusal 403 if only an admin may do so, 404, 409 unless the payment's last refund failed and its provider can be asked
 * again, Unanswered
 */
export async function retryPaymentRefund(
  shop: Shop,
  providers: Providers,
  who: StaffActor,
  { difference, attempt }: Retried,
): Promise<void> {
  // Retrying a difference replaces it, so its id is gone.
  if (!attempt) throw refuse.notFound(t("We couldn't find that refund. It may have been retried already."));
  const configs = await shop.payments();
  checkKeys(configs, attempt.provider);
  if (difference) return retryDifference(shop, providers, who, difference, attempt);
  // Money that came too late for its order is refunded separately.
  if (attempt.status !== "PAID") return retryLate(shop, providers, who, attempt);
  await shop.database.transact((transaction) => retryRefund(transaction, configs, who, orderIdOf(attempt)));
}

/** Retries the refund of a payment that neither placed nor changed an order. */
async function retryLate({ database }: Shop, providers: Providers, who: StaffActor, attempt: Attempt): Promise<void> {
  const { id: attemptId, note, providerRef } = attempt;
  const provider = await providers(attempt.provider);
  if (!provider) throw refuse.notFound(t("Payment not found"));
  // Staff may have refunded all or part of it in the provider's dashboard.
  const state = await provider.read(attempt);
  await database.transact(async ({ tx, withCommit }) => {
    const [locked, failed] = await Promise.all([lockAttempt(tx, attemptId), readRefundOf(tx, attemptId)]);
    if (locked?.status !== "REFUNDING" || failed?.status !== "FAILED")
      throw refuse.conflict(t("The last refund of this payment did not fail"));
    const cents = state.kind === "captured" ? state.cents - state.refundedCents : failed.cents;
    checkRefund(who, cents);
    const named = { kind: "payment", thingId: attemptId, thingName: providerRef ?? "" } as const;
    withCommit(noteRetry(tx, who, named), deleteFailedRefund(tx, attemptId));
    if (cents <= 0) {
      withCommit(moveAttempt(tx, attemptId, "REFUNDED", { refundedCents: failed.cents }));
      return;
    }
    const refundId = newId();
    withCommit(insertRefund(tx, { id: refundId, attemptId, cents, reason: note, status: "DUE" }), refundSoon(tx, refundId));
  });
}
