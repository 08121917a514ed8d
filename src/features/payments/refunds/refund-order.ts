import type { Database, Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { readAmount } from "#shared/money.ts";
import { lockOrder } from "../../orders/locked-order-store.ts";
import type { RefundSoFar, RefundSplit } from "../../orders/refund-words.ts";
import { refundOf } from "../../orders/refunds/rules.ts";
import { IS_PAID } from "../../orders/rules.ts";
import { noteRefund, noteRefundOf, readTimeline } from "../../orders/timeline/order-events.ts";
import { owe } from "../differences/refund-overpaid.ts";
import { insertByHand, isTooSmall, leftOf, lockHeld, type Held } from "../differences/start-difference.ts";
import { deleteFailed, readFirstDue, readDifferenceSumsOf } from "../differences/store.ts";
import { finishPayment } from "../finish-payment.ts";
import { refundSoon } from "../jobs.ts";
import { note } from "../notes.ts";
import type { Providers } from "../providers/provider.ts";
import { readPaymentsOf } from "../store.ts";
import { deleteFailedRefund, insertRefund, readRefundOf } from "./store.ts";

const REASON = note("The order was canceled");

/**
 * Starts refunding what is left of a canceled order's payments. Repeats change nothing; failed refunds are started again. Money not
 * held by a provider, or too little for it, is left to the staff.
 * @throws Unanswered if the provider does not say what it has refunded since a refund failed, Error if it can't be asked now; the job is
 * retried
 */
export async function refundOrder(shop: Shop, providers: Providers, orderId: string): Promise<void> {
  const { database } = shop;
  for (const payment of await readPaymentsOf(database.db, orderId)) {
    const failed = await readRefundOf(database.db, payment.id);
    if (failed?.status !== "FAILED") continue;
    const provider = await providers(payment.provider);
    if (!provider) throw new Error(`${payment.provider} is no longer configured, but owes a refund`);
    await finishPayment(shop, provider, payment, { who: "job" });
  }

  await database.transact(async (transaction) => {
    const { tx, invalidate, withCommit } = transaction;
    const held = await lockHeld(tx, orderId);
    // A job can run twice: the refund may be done, and the order reopened since.
    if (refundOf(await readTimeline(tx, orderId, "ADMIN")) !== "on its way") return;
    if (held.length === 0) return noteRefund(tx, invalidate, orderId, "REFUND BY HAND");
    // When it ends, this refund starts again and covers what is left.
    for (const { payment } of held) if (await readFirstDue(tx, payment.id)) return;
    let isLeft = false;
    let byHandCents = 0;
    for (const { payment, leftCents: cents } of held) {
      const { id: attemptId } = payment;
      await deleteFailedRefund(tx, attemptId);
      await deleteFailed(tx, attemptId);
      if (cents <= 0) continue;
      if (isTooSmall(payment, cents)) {
        await insertByHand(tx, attemptId, cents);
        byHandCents += cents;
        continue;
      }
      isLeft = true;
      const refund = await insertRefund(tx, { id: newId(), attemptId, cents, reason: REASON, status: "DUE" });
      if (refund) await refundSoon(tx, refund.id);
    }
    const order = await lockOrder(tx, orderId);
    if (!order) return;
    // If nothing was left, the provider has refunded everything. Anything paid since then was paid by hand.
    const isAllByHand = !isLeft && (byHandCents > 0 ? byHandCents === order.totalCents : IS_PAID[order.paymentStatus]);
    // An order that is all refunded by hand is listed as a whole.
    if (!isAllByHand) owe(transaction, order, byHandCents);
    if (!isLeft) withCommit(...noteRefundOf(tx, invalidate, order, isAllByHand ? "REFUND BY HAND" : "REFUND DONE", "shop"));
  });
}

/**
 * How far the refund of a canceled order is, whether {@link refundOrder} has run or not. Once an order is listed to be refunded by hand as a
 * whole, both parts are 0.
 */
export function readRefundSoFar(database: Database, orderId: string): Promise<RefundSoFar> {
  return database.transact(async ({ tx }) => {
    // Under the locks of `refundOrder`, so that all of it is from before or after that.
    const [held, order, timeline] = await Promise.all([lockHeld(tx, orderId), lockOrder(tx, orderId), readTimeline(tx, orderId, "USER")]);
    if (!order) throw new Error("There is no such order");
    const split = splitOf(held);
    const since = timeline.slice(timeline.findLastIndex(({ kind }) => kind === "CANCELLED") + 1);
    for (const { kind, after } of since) if (kind === "DIFFERENCE BY HAND") split.byHand += readAmount(after);
    return { paymentStatus: order.paymentStatus, timeline, split };
  });
}

/** Who would refund what is left of an order's payments. */
export async function quoteSplit(db: Db, orderId: string): Promise<RefundSplit> {
  const [payments, sums] = await Promise.all([readPaymentsOf(db, orderId), readDifferenceSumsOf(db, orderId)]);
  return splitOf(payments.map((payment) => ({ payment, leftCents: leftOf(payment, sums.get(payment.id)) })));
}

/** Who refunds what is left of payments. */
function splitOf(held: readonly Held[]): RefundSplit {
  const split = { byProvider: 0, byHand: 0 };
  for (const { payment, leftCents } of held) split[isTooSmall(payment, leftCents) ? "byHand" : "byProvider"] += Math.max(0, leftCents);
  return split;
}
