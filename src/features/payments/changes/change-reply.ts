import { refuse } from "#server/http/errors.ts";
import { formatCents, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { OnlineWay } from "../contract.ts";
import { TotalChanged } from "./change-order.ts";
import type { ChangeQuote } from "./contract.ts";
import type { PlannedChange } from "./plan-change.ts";

/** What a change comes to, in dollars. @param way how the difference can be paid, if it can be */
export function quoteReply({ order, lines, couponLost, couponCapped, sums, settlement }: PlannedChange, way?: OnlineWay): ChangeQuote {
  return {
    lines: lines.map(({ productId, name, quantity, paidCents }) => ({ productId, name, quantity, price: toDollars(paidCents) })),
    itemsAmt: toDollars(sums.itemsCents),
    couponAmt: toDollars(sums.couponCents),
    couponLost,
    couponCapped,
    deliveryFee: toDollars(sums.deliveryFeeCents),
    totalAmt: toDollars(sums.totalCents),
    totalWas: toDollars(order.totalCents),
    settlement: way ? "pay now" : settlement,
    ...(way && { payWith: way }),
  };
}

/** Runs work that may find another total than the shopper saw. @throws Refusal 409 with the current one */
export async function orTotalChanged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TotalChanged)) throw error;
    const { totalCents } = error;
    const data = { reason: "price", totalAmt: toDollars(totalCents) };
    throw refuse.conflict(t("The new total is now {total}. Check it and try again.", { total: formatCents(totalCents) }), data);
  }
}
