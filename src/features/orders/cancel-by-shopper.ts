import type { SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { isForPickup } from "../delivery/rules.ts";
import { changeStatus, lockToMove } from "./change-status.ts";
import { emailCancelRequested } from "./emails.ts";
import { recordEvent } from "./timeline/order-events.ts";
import { CANCEL_HOURS, wayToCancel } from "./rules.ts";
import { requestCancel } from "./locked-order-store.ts";
import { tagsOf } from "./tags.ts";

/**
 * Cancels an order for its shopper or, if it has shipped, asks the shop to cancel it. Repeats change nothing. One round trip; what it
 * writes is sent with the commit.
 * @param order its id, or SQL for it
 * @returns its id, and whether it was canceled, or only asked for
 * @throws Refusal 404; 409 once it was sent and {@link CANCEL_HOURS} have passed, or the shop has declined
 */
export async function cancelByShopper(
  transaction: Transaction,
  order: string | SQL,
): Promise<{ orderId: string; outcome: "canceled" | "requested" }> {
  const { tx, invalidate, withCommit } = transaction;
  const found = await lockToMove(tx, order, "CANCELLED");
  const { id: orderId, status, isRecent, cancelRequestedAt, delivery } = found.order;
  if (status === "CANCELLED") return { orderId, outcome: "canceled" };
  const way = wayToCancel(status, isRecent);
  if (way === "cancel") {
    await changeStatus(transaction, found, { who: "shopper" });
    return { orderId, outcome: "canceled" };
  }
  if (cancelRequestedAt) return { orderId, outcome: "requested" };
  if (!way)
    throw refuse.conflict(
      isForPickup(delivery)
        ? t(
            "This order was already prepared for pickup, and {CANCEL_HOURS} hours have passed since you placed it, so it can no longer be canceled. Contact us if something is wrong with it.",
            { CANCEL_HOURS },
          )
        : t(
            "This order was already sent, and {CANCEL_HOURS} hours have passed since you placed it, so it can no longer be canceled. Contact us if something is wrong with it.",
            { CANCEL_HOURS },
          ),
    );
  if (found.timeline.some(({ kind }) => kind === "CANCEL DECLINED"))
    throw refuse.conflict(t("We couldn't cancel this order. Contact us if something is wrong with it."));
  withCommit(
    requestCancel(tx, orderId),
    recordEvent(tx, { orderId, kind: "CANCEL REQUESTED", who: "shopper" }),
    emailCancelRequested(tx, orderId),
  );
  invalidate(tagsOf.changed(orderId));
  return { orderId, outcome: "requested" };
}
