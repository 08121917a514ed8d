import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { formatAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { checkRefund, type StaffActor } from "../../orders/limits/refund-limit.ts";
import { readNumber } from "../../orders/store.ts";
import { recordEvent } from "../../orders/timeline/order-events.ts";
import { tagsOf } from "../../orders/tags.ts";
import { finishPayment } from "../finish-payment.ts";
import type { Providers } from "../providers/provider.ts";
import { orderIdOf } from "../rules.ts";
import { lockAttempt, readAttempt } from "../store.ts";
import { leftOf, returnDifference } from "./return-difference.ts";
import { deleteDifference, insertDifference, moveDifference, readDifference, readReturned, refundedSince } from "./store.ts";

/**
 * Retries a failed difference, for the part that has not been refunded in another way.
 * @returns false if there is no such difference
 * @throws Refusal 403 if only an admin may do so, 409 unless it failed, Unanswered
 */
export async function retryDifference(shop: Shop, providers: Providers, who: StaffActor, id: string): Promise<boolean> {
  const { database } = shop;
  const difference = await readDifference(database.db, id);
  if (!difference) return false;
  const { attemptId, cents } = difference;
  const known = await readAttempt(database.db, attemptId);
  const provider = known && (await providers(known.provider));
  // Staff may have refunded it in the provider's dashboard.
  if (provider) await finishPayment(shop, provider, attemptId, { who: "job" });
  await database.transact(async (tx, invalidate, withCommit) => {
    const attempt = (await lockAttempt(tx, attemptId))!; // its difference refers to it
    const failed = await readDifference(tx, id);
    if (failed?.status !== "FAILED") throw refuse.conflict(t("This refund did not fail"));
    checkRefund(who, cents);
    const givenCents = Math.min(cents, await refundedSince(tx, failed, attempt));
    await deleteDifference(tx, id);
    const orderId = orderIdOf(attempt);
    if (givenCents > 0) {
      const given = newId();
      await insertDifference(tx, { id: given, attemptId, cents: givenCents, status: "DUE" });
      await moveDifference(tx, given, { status: "DONE" });
      await recordEvent(tx, { orderId, kind: "DIFFERENCE DONE", who: "shop", after: formatAmount(givenCents) });
    }
    if (givenCents < cents) {
      const held = { payment: attempt, leftCents: leftOf(attempt, await readReturned(tx, attemptId)) };
      returnDifference({ tx, invalidate, withCommit }, [held], cents - givenCents, who);
    }
    const change = { before: { refund: "failed" }, after: { refund: "started again" } };
    const thingName = (await readNumber(tx, orderId)) ?? "";
    await noteChange(tx, who.adminId, { kind: "order", thingId: orderId, thingName, action: "changed", ...change });
    invalidate(tagsOf.changed(orderId));
  });
  return true;
}
