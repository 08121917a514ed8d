import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { PaymentStatus } from "./contract.ts";
import { IN_CASH, IS_PAID } from "./rules.ts";
import { isPaidByHand, REFUND_DAYS, refundOf } from "./refunds/rules.ts";
import type { PlacedOrder } from "./store.ts";
import type { OrderEvent } from "./timeline/contract.ts";
import { refundedTo } from "./words.ts";

/** Who refunds how many cents: the provider, or the staff where that is too little for the provider. */
export interface RefundSplit {
  byProvider: number;
  byHand: number;
}

/** How far the refund of a canceled order is, all of it at one moment. */
export interface RefundSoFar {
  paymentStatus: PaymentStatus;
  timeline: readonly OrderEvent[];
  /** What is to be refunded, or was left to the staff since the order was canceled. */
  split: RefundSplit;
}

type Canceled = Pick<PlacedOrder, "paymentMethod" | "totalCents"> & RefundSoFar;

/** What happens to the money of a canceled order, by who has it. */
export function refundWords({ paymentStatus, paymentMethod, totalCents, timeline, split }: Canceled, shopEmail: string): string {
  const amount = formatCents(totalCents);
  if (split.byHand > 0) {
    const byHand = formatCents(split.byHand);
    const toMethod = refundedTo(paymentMethod);
    const refundedCents = totalCents - split.byProvider - split.byHand;
    if (split.byProvider > 0)
      return t(
        "We're refunding {amount} {toMethod} and will email you when it's done. We'll refund the other {byHand} in cash or by bank transfer within {REFUND_DAYS} business days. For a transfer, please send your bank details to {shopEmail}.",
        { amount: formatCents(split.byProvider), toMethod, byHand, REFUND_DAYS, shopEmail },
      );
    if (refundedCents > 0)
      return t(
        "We refunded {amount} {toMethod}. We'll refund the other {byHand} in cash or by bank transfer within {REFUND_DAYS} business days. For a transfer, please send your bank details to {shopEmail}.",
        { amount: formatCents(refundedCents), toMethod, byHand, REFUND_DAYS, shopEmail },
      );
    return byHandWords(byHand, shopEmail);
  }
  if (paymentStatus === "REFUNDED") return t("Your payment was refunded {toMethod}.", { toMethod: refundedTo(paymentMethod) });
  if (!IS_PAID[paymentStatus]) return t("There is nothing to pay.");
  if (paymentMethod === IN_CASH.method)
    return t(
      "You paid {amount} in cash. We'll refund it in cash or by bank transfer within {REFUND_DAYS} business days. For a transfer, please send your bank details to {shopEmail}.",
      { amount, REFUND_DAYS, shopEmail },
    );
  if (isPaidByHand({ paymentMethod, timeline }) || refundOf(timeline) === "by hand") return byHandWords(amount, shopEmail);
  return t("We're refunding your payment {toMethod} and will email you when it's done.", { toMethod: refundedTo(paymentMethod) });
}

const byHandWords = (amount: string, shopEmail: string) =>
  t(
    "We'll refund your {amount} in cash or by bank transfer within {REFUND_DAYS} business days. For a transfer, please send your bank details to {shopEmail}.",
    { amount, REFUND_DAYS, shopEmail },
  );
