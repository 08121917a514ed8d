import type { Shop } from "#server/shop.ts";
import { formatAmount } from "#shared/money.ts";
import { recordEvent } from "../../orders/timeline/order-events.ts";
import { refundOrderSoon } from "../../orders/refund-job.ts";
import { tagsOf } from "../../orders/tags.ts";
import { emailDifference, sendDifferenceSoon } from "../jobs.ts";
import { note } from "../notes.ts";
import { Unanswered, type Provider, type Providers, type RefundState } from "../providers/provider.ts";
import { moveRow, takeTurn, type RefundRow } from "../refund-row-store.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, readAttempt, updateAttempt, type Attempt } from "../store.ts";
import { differences } from "../tables.ts";
import { noteBefore, readDifference, readFirstDue } from "./store.ts";

/**
 * Asks the provider for a difference that is due. Repeats are safe: PayPal knows it by its id; Culqi is asked by one process at a time, and
 * what was refunded before it says whether it is done.
 * @throws Unanswered if the provider's response is missing or unclear, Error if it is another process's turn; the job is retried
 */
export async function sendDifference(shop: Shop, providers: Providers, id: string): Promise<void> {
  const { db } = shop.database;
  const difference = await readDifference(db, id);
  const attempt = difference && (await readAttempt(db, difference.attemptId));
  if (!attempt?.chargeRef || difference?.status !== "DUE") return;
  const provider = await providers(attempt.provider);
  if (!provider) throw new Error(`${attempt.provider} is no longer configured, but owes a refund`);
  // An earlier one starts this one when it ends.
  if ((await readFirstDue(db, attempt.id))?.id !== id) return;
  const beforeCents = difference.beforeCents ?? (await noteBefore(db, id, await refundedSoFar(provider, attempt)));
  if (!provider.recognizesRepeats && !(await takeTurn(db, differences, id)))
    throw new Error(`${provider.name} is being asked for this refund already`);
  const { chargeRef } = attempt;
  await settleDifference(shop, difference, await provider.refund({ id, chargeRef, cents: difference.cents, beforeCents }));
}

async function refundedSoFar(provider: Provider, attempt: Attempt): Promise<number> {
  const state = await provider.read(attempt);
  if (state.kind !== "captured")
    throw new Unanswered(note("{provider} says the payment is {state}", { provider: provider.name, state: state.kind }));
  return state.refundedCents;
}

/** Records the outcome of a difference: done, failed, or pending until the provider is asked again. */
export async function settleDifference({ database }: Shop, difference: RefundRow, state: RefundState): Promise<void> {
  const { id, attemptId, cents } = difference;
  await database.transact(async ({ tx, invalidate }) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (!attempt) return;
    const orderId = orderIdOf(attempt);
    if (state.kind === "pending") {
      if (!(await moveRow(tx, differences, id, { status: "PENDING", providerRef: state.ref }))) return;
      await recordEvent(tx, { orderId, kind: "DIFFERENCE PENDING", who: "shop", after: formatAmount(cents) });
    } else if (state.kind === "failed") {
      if (!(await moveRow(tx, differences, id, { status: "FAILED", reason: state.reason }))) return;
      await recordEvent(tx, { orderId, kind: "DIFFERENCE FAILED", who: "shop", after: formatAmount(cents) });
    } else {
      const known = await readDifference(tx, id);
      if (!(await moveRow(tx, differences, id, { status: "DONE", providerRef: state.ref }))) return;
      await updateAttempt(tx, attemptId, { refundedCents: Math.max(attempt.refundedCents, (known?.beforeCents ?? 0) + cents) });
      await recordEvent(tx, { orderId, kind: "DIFFERENCE DONE", who: "shop", after: formatAmount(cents) });
      // One that is done at once needs no email besides that about the change which caused it.
      if (known?.status === "PENDING") await emailDifference(tx, id);
    }
    invalidate(tagsOf.changed(orderId));
    const next = await readFirstDue(tx, attemptId);
    if (next) await sendDifferenceSoon(tx, next.id);
    // If the order was canceled meanwhile, its refund has waited.
    await refundOrderSoon(tx, orderId);
  });
}
