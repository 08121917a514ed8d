import { table } from "#server/mail/email.ts";
import { formatCents, toPercent } from "#shared/money.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { lineCents, sumsOf } from "../cart/sums/rules.ts";
import { spokenLine } from "../catalogue/spoken/spoken-line.ts";
import type { PlacedOrder } from "./store.ts";
import { billRows, kindParts, priceWords, quantityWords } from "./words.ts";

/** An order's lines and sums, for an email. */
export function receipt(order: PlacedOrder) {
  const sums = sumsOf(order);
  return table([
    ...order.lines
      .map((bought) => spokenLine(bought, language()))
      .map((line) => ({
        label: line.name,
        parts: kindParts(line),
        detail: `${quantityWords(line)} × ${priceWords(line.paidCents, line.weighed)}`,
        amount: formatCents(lineCents(line)),
      })),
    ...billRows(sums, order.couponCode, order.delivery?.way).map(({ name, amount }) => ({ label: name, amount })),
    { label: t("Total Amount"), amount: formatCents(sums.totalCents), strong: true },
    ...(order.taxHundredths > 0
      ? [{ label: t("Includes {percent}% tax", { percent: toPercent(order.taxHundredths) }), amount: formatCents(sums.taxCents) }]
      : []),
  ]);
}
