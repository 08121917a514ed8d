import type { SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { PaymentsConfig } from "#server/settings/payment-settings.ts";
import { t } from "#words/t.ts";
import { checkRefundOfAll, type StaffActor } from "../limits/refund-limit.ts";
import { lockOrder } from "../locked-order-store.ts";
import { refundOrderSoon } from "../refund-job.ts";
import { checkKeys } from "../refunds/check-keys.ts";
import { isByPayPal } from "../rules.ts";
import { tagsOf } from "../tags.ts";
import { readTimeline, recordEvent } from "../timeline/order-events.ts";
import { noteRetry } from "./note-retry.ts";
import { mayRetryRefund } from "./rules.ts";

/**
 * Retries a failed refund, even for a deleted order. One round trip; what it writes is sent with the commit.
 * @param ref the order's id, or SQL for it
 * @returns its id
 * @throws Refusal 403 if only an admin may refund it, 404, 409 unless its provider failed to refund it and can be asked again
 */
export async function retryRefund(
  { tx, invalidate, withCommit }: Transaction,
  configs: PaymentsConfig,
  who: StaffActor,
  ref: string | SQL,
): Promise<string> {
  // With the lock, the second of two concurrent requests sees the first.
  const [order, timeline] = await Promise.all([lockOrder(tx, ref), readTimeline(tx, ref, "ADMIN")]);
  if (!order) throw refuse.notFound(t("Order not found"));
  if (!mayRetryRefund({ ...order, timeline })) throw refuse.conflict(t("The last refund of this order did not fail"));
  checkRefundOfAll({ ...order, timeline }, who);
  checkKeys(configs, isByPayPal(order) ? "paypal" : "culqi");
  const { id: orderId, number: thingName } = order;
  withCommit(
    recordEvent(tx, { orderId, kind: "REFUND REQUESTED", who }),
    refundOrderSoon(tx, orderId),
    noteRetry(tx, who, { kind: "order", thingId: orderId, thingName }),
  );
  invalidate(tagsOf.changed(orderId));
  return orderId;
}
