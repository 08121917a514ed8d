import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { formatAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteRetry } from "../../orders/admin/note-retry.ts";
import { checkRefund, type StaffActor } from "../../orders/limits/refund-limit.ts";
import { recordEvent } from "../../orders/timeline/order-events.ts";
import { tagsOf } from "../../orders/tags.ts";
import type { Providers } from "../providers/provider.ts";
import { lockRefundable, noteRefunds } from "../refunds/note-refunds.ts";
import { moveRow } from "../refund-row-store.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, type Attempt } from "../store.ts";
import { differences } from "../tables.ts";
import { owe } from "./give-back.ts";
import { leftOf, returnDifference } from "./return-difference.ts";
import { deleteDifference, insertDifference, NONE_RETURNED, readDifference, readReturnedLater, type Difference } from "./store.ts";

/**
 * Retries a failed difference of a payment, for the part that has not been refunded in another way. Two round trips after the provider was
 * asked.
 * @throws Refusal 403 if only an admin may do so, 409 unless it failed, Unanswered
 */
export async function retryDifference(
  { database }: Shop,
  providers: Providers,
  who: StaffActor,
  { id, attemptId, cents }: Difference,
  payment: Attempt,
): Promise<void> {
  const provider = await providers(payment.provider);
  // Staff may have refunded it in the provider's dashboard.
  const state = await provider?.read(payment);
  await database.transact(async (transaction) => {
    const { tx, invalidate, withCommit } = transaction;
    const [attempt, failed, laterCents, found] = await Promise.all([
      lockAttempt(tx, attemptId),
      readDifference(tx, id),
      readReturnedLater(tx, { id, attemptId }),
      lockRefundable(tx, payment),
    ]);
    if (!attempt || failed?.status !== "FAILED") throw refuse.conflict(t("This refund did not fail"));
    checkRefund(who, cents);
    const refundedCents = Math.max(attempt.refundedCents, state?.kind === "captured" ? state.refundedCents : 0);
    noteRefunds(transaction, attempt, found, refundedCents);
    // What the provider refunded after it was first asked for this one.
    const sinceCents = refundedCents - (failed.beforeCents ?? refundedCents) - laterCents;
    const givenCents = Math.min(cents, Math.max(0, sinceCents));
    const orderId = orderIdOf(attempt);
    withCommit(deleteDifference(tx, id));
    if (givenCents > 0) {
      const given = newId();
      withCommit(
        insertDifference(tx, { id: given, attemptId, cents: givenCents, status: "DUE" }),
        moveRow(tx, differences, given, { status: "DONE" }),
        recordEvent(tx, { orderId, kind: "DIFFERENCE DONE", who: "shop", after: formatAmount(givenCents) }),
      );
    }
    if (givenCents < cents) {
      const returned = found.returned.get(attemptId) ?? NONE_RETURNED;
      const leftCents = leftOf({ ...attempt, refundedCents }, { ...returned, done: returned.done + givenCents });
      const { byHand } = returnDifference(transaction, [{ payment: attempt, leftCents }], cents - givenCents, who);
      if (found.order) owe(transaction, found.order, byHand);
    }
    const thingName = found.order?.number ?? "";
    withCommit(noteRetry(tx, who, { kind: "order", thingId: orderId, thingName }));
    invalidate(tagsOf.changed(orderId));
  });
}
