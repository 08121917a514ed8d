import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
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

type Canceled = Pick<PlacedOrder, "paymentStatus" | "paymentMethod" | "totalCents"> & {
  timeline: readonly OrderEvent[];
  split: RefundSplit;
};

/** What happens to the money of a canceled order, by who has it. */
export function refundWords({ paymentStatus, paymentMethod, totalCents, timeline, split }: Canceled, shopEmail: string): string {
  const amount = formatCents(totalCents);
  const byHand = formatCents(split.byHand);
  if (split.byHand > 0 && split.byProvider > 0)
    return t(
      "We're refunding {amount} {toMethod} and will email you when it's done. We'll refund the other {byHand} in cash or by bank transfer within {REFUND_DAYS} business days. For a transfer, please send your bank details to {shopEmail}.",
      { amount: formatCents(split.byProvider), toMethod: refundedTo(paymentMethod), byHand, REFUND_DAYS, shopEmail },
    );
  if (split.byHand > 0) return byHandWords(byHand, shopEmail);
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
