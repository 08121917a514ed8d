import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { formatAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteRetry } from "../../orders/admin/note-retry.ts";
import { checkRefundAfter, type StaffActor } from "../../orders/limits/refund-limit.ts";
import { readTimeline, recordEvent } from "../../orders/timeline/order-events.ts";
import { tagsOf } from "../../orders/tags.ts";
import type { Providers } from "../providers/provider.ts";
import { lockRefundable, noteRefunds } from "../refunds/note-refunds.ts";
import { moveRow } from "../refund-row-store.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, type Attempt } from "../store.ts";
import { differences } from "../tables.ts";
import { owe } from "./refund-overpaid.ts";
import { leftOf, startDifference } from "./start-difference.ts";
import { deleteDifference, insertDifference, NO_DIFFERENCES, readDifference, readRefundedLater, type Difference } from "./store.ts";

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
    const [attempt, failed, laterCents, found, timeline] = await Promise.all([
      lockAttempt(tx, attemptId),
      readDifference(tx, id),
      readRefundedLater(tx, { id, attemptId }),
      lockRefundable(tx, payment),
      readTimeline(tx, orderIdOf(payment), "ADMIN"),
    ]);
    if (!attempt || failed?.status !== "FAILED") throw refuse.conflict(t("This refund did not fail"));
    checkRefundAfter({ timeline, totalCents: found.order?.totalCents ?? 0 }, who, cents);
    const refundedCents = Math.max(attempt.refundedCents, state?.kind === "captured" ? state.refundedCents : 0);
    noteRefunds(transaction, attempt, found, refundedCents);
    // What the provider refunded after it was first asked for this one.
    const sinceCents = refundedCents - (failed.beforeCents ?? refundedCents) - laterCents;
    const elsewhereCents = Math.min(cents, Math.max(0, sinceCents));
    const orderId = orderIdOf(attempt);
    withCommit(deleteDifference(tx, id));
    if (elsewhereCents > 0) {
      const refunded = newId();
      withCommit(
        insertDifference(tx, { id: refunded, attemptId, cents: elsewhereCents, status: "DUE" }),
        moveRow(tx, differences, refunded, { status: "DONE" }),
        recordEvent(tx, { orderId, kind: "DIFFERENCE DONE", who: "shop", after: formatAmount(elsewhereCents) }),
      );
    }
    if (elsewhereCents < cents) {
      const sums = found.sums.get(attemptId) ?? NO_DIFFERENCES;
      const leftCents = leftOf({ ...attempt, refundedCents }, { ...sums, done: sums.done + elsewhereCents });
      const { byHand } = startDifference(transaction, [{ payment: attempt, leftCents }], cents - elsewhereCents, who);
      if (found.order) owe(transaction, found.order, byHand);
    }
    const thingName = found.order?.number ?? "";
    withCommit(noteRetry(tx, who, { kind: "order", thingId: orderId, thingName }));
    invalidate(tagsOf.changed(orderId));
  });
}
