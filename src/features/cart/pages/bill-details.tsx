import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { Sums } from "../sums/rules.ts";
import { itemsInWords } from "./bill.ts";
import { BillRow } from "./bill-row.tsx";
import { EstimateNote } from "./estimate-note.tsx";

interface BillDetailsProps {
  bill: Sums;
  coupon?: string;
  /** Whether the shopper picks it up at the shop. */
  forPickup?: boolean;
  /** Whether the delivery fee is known. */
  isFeeKnown?: boolean;
}

/** What the cart costs: in the drawer, on the cart page and in the checkout (CART-5, CHK-2). */
export function BillDetails({ bill, coupon = "", forPickup = false, isFeeKnown = true }: BillDetailsProps) {
  return (
    <>
      <dl className="mt-1.5 flex flex-col gap-2">
        <BillRow name={t("Items total")}>
          {bill.savingsCents > 0 && (
            <s className="mr-2 text-ink-3">
              <span className="sr-only">{t("Without discounts")} </span>
              {formatCents(bill.subtotalCents)}
            </s>
          )}
          {formatCents(bill.itemsCents)}
        </BillRow>
        <BillRow name={t("Quantity total")}>{itemsInWords(bill.quantity)}</BillRow>
        {bill.couponCents > 0 && (
          <BillRow name={t("Coupon {code}", { code: coupon })}>
            <span className="font-bold text-leaf">−{formatCents(bill.couponCents)}</span>
          </BillRow>
        )}
        {bill.deliveryFeeCents > 0 ? (
          <BillRow name={t("Delivery fee")}>{formatCents(bill.deliveryFeeCents)}</BillRow>
        ) : (
          <BillRow name={forPickup ? t("Pickup") : t("Delivery charge")}>
            {forPickup || isFeeKnown ? <span className="font-bold text-leaf">{t("Free")}</span> : t("Depends on your address")}
          </BillRow>
        )}
        <div className="mt-1 flex justify-between gap-4 border-t border-dashed border-line-2 pt-3 text-lg font-price">
          <dt>{t("Grand total")}</dt>
          <dd>{formatCents(bill.totalCents)}</dd>
        </div>
      </dl>
      {bill.weighed && <EstimateNote />}
    </>
  );
}
