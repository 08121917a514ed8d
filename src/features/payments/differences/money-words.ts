import { formatCents, readAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { OrderEvent } from "../../orders/timeline/contract.ts";
import { refundedTo } from "../../orders/words.ts";
import type { PlacedOrder } from "../../orders/store.ts";

const CHANGES: readonly OrderEvent["kind"][] = ["PIECES", "ADDRESS", "DELIVERY", "MISSING", "WEIGHED", "REPLACED", "TOTAL"];

/** What a changed order costs, and where what was overpaid goes, if the last change made it cheaper. */
export function moneyWords({ totalCents, paymentMethod }: PlacedOrder, timeline: readonly OrderEvent[]): string {
  const now = t("Your order now costs {total}.", { total: formatCents(totalCents) });
  // A difference comes after what caused it, so one from before the last change belongs to an earlier change.
  const since = timeline.slice(timeline.findLastIndex(({ kind }) => CHANGES.includes(kind)));
  const paid = since.find(({ kind }) => kind === "DIFFERENCE PAID");
  if (paid) return t("{now} You paid the difference of {amount}.", { now, amount: formatCents(readAmount(paid.after)) });
  const refunds = since.flatMap(({ kind, after }) => {
    if (kind === "DIFFERENCE DUE")
      return t("We're refunding {amount} {toMethod}. It can take up to ten days to show on your statement.", {
        amount: formatCents(readAmount(after)),
        toMethod: refundedTo(paymentMethod),
      });
    return kind === "DIFFERENCE BY HAND"
      ? t("We'll refund {amount} in cash or by bank transfer.", { amount: formatCents(readAmount(after)) })
      : [];
  });
  return [now, ...refunds].join(" ");
}
