import { formatDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { RefundQuote } from "../../../contract.ts";
import { refundedTo } from "#features/orders/words.ts";

/** How the staff refund what was paid by hand. */
export const paidByHandWords = () =>
  t("It was paid in cash: give the money back in cash or by bank transfer, then mark it under Payments to look at on the Overview.");

/** Who refunds what a provider has. */
export function refundWords({ byProvider, byHand }: RefundQuote, method: string): string {
  const toMethod = refundedTo(method);
  if (byHand === 0) return t("It will be refunded {toMethod}.", { toMethod });
  const rest = t(
    "{byHand} is too little to be refunded {toMethod}: give it back in cash or by bank transfer, then mark it under Payments to look at on the Overview.",
    { byHand: formatDollars(byHand), toMethod },
  );
  return byProvider === 0 ? rest : `${t("{amount} will be refunded {toMethod}.", { amount: formatDollars(byProvider), toMethod })} ${rest}`;
}
