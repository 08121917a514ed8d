import { useEffect, useRef } from "react";
import { BillRow } from "#features/cart/pages/bill-row.tsx";
import type { OrderDetails } from "#features/orders/contract.ts";
import { refundedTo } from "#features/orders/words.ts";
import { formatDollars, toCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { messageOf } from "#web/call.ts";
import { t } from "#words/t.ts";
import type { ChangeQuote } from "../../changes/contract.ts";
import { payFirstWords } from "../../changes/rules.ts";
import { OrderSeparately } from "./order-separately.tsx";
import type { ChangeDraft } from "./use-change.ts";

interface ChangeSummaryProps {
  order: OrderDetails;
  wanted: ChangeDraft;
  /** Undefined while it is not known. */
  quote: ChangeQuote | undefined;
  error: Error | null;
  busy: boolean;
  /** Why the difference was not charged. */
  declined: string;
  /** How many times paying ended without leaving this page: the button then has the focus again. */
  returned: number;
  save: (quote: ChangeQuote) => void;
}

/** What the changed order costs, how the difference is settled, and the button that saves it. */
export function ChangeSummary(props: ChangeSummaryProps) {
  const { order, wanted, quote, error, busy, declined, returned, save } = props;
  const { isSame, request, extra } = wanted;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (returned > 0) button.current?.focus({ preventScroll: true });
  }, [returned]);
  const isEmpty = request.list_items.length === 0;
  const isAsking = !isSame && !isEmpty && !quote && !error;
  return (
    <aside aria-labelledby="new-total" className="panel p-5 md:p-6 xl:sticky xl:top-24">
      <h2 id="new-total" className="heading text-xl">
        {t("New total")}
      </h2>
      {quote ? (
        <Amounts quote={quote} code={order.coupon?.code ?? ""} />
      ) : isAsking ? (
        <Skeleton className="mt-3 h-32 rounded-card" />
      ) : (
        <p className="mt-2 text-ink-2">
          {isEmpty
            ? t("Nothing is left in your order. Go back to cancel it instead.")
            : !error && t("Change something to see what it costs.")}
        </p>
      )}
      <div aria-live="polite" className="mt-3 flex flex-col gap-2 empty:hidden">
        {quote?.couponLost && <p className="font-semibold text-tomato">{`${t("The coupon no longer applies.")} ${quote.couponLost}`}</p>}
        {quote?.couponCapped && <p>{t("The coupon has ended. It takes off no more than before.")}</p>}
        {quote && !isSame && <p className="font-semibold">{SETTLEMENT_WORDS[quote.settlement](quote, order)}</p>}
        {declined && !isSame && <p className="font-semibold text-tomato">{declined}</p>}
        {error && !isSame && <p className="font-semibold text-tomato">{messageOf(error)}</p>}
      </div>
      {quote?.settlement === "pay first" && !isSame && extra.length > 0 && <OrderSeparately items={extra} />}
      <Button
        ref={button}
        busy={busy}
        disabled={isSame || isEmpty || !quote || quote.settlement === "pay first"}
        onClick={() => quote && save(quote)}
        className="mt-4 w-full"
      >
        {quote?.settlement === "pay now"
          ? t("Pay {amount} and change order", { amount: formatDollars(quote.totalAmt - quote.totalWas) })
          : t("Save changes")}
      </Button>
    </aside>
  );
}

function Amounts({ quote, code }: { quote: ChangeQuote; code: string }) {
  const { itemsAmt, couponAmt, deliveryFee, totalAmt, totalWas } = quote;
  return (
    <dl className="mt-3 flex flex-col gap-2">
      <BillRow name={t("Items")}>{formatDollars(itemsAmt)}</BillRow>
      {couponAmt > 0 && <BillRow name={t("Coupon {code}", { code })}>−{formatDollars(couponAmt)}</BillRow>}
      <BillRow name={t("Delivery [fee]")}>{deliveryFee > 0 ? formatDollars(deliveryFee) : t("Free")}</BillRow>
      <div className="mt-1 flex justify-between gap-4 border-t border-dashed border-line-2 pt-2.5 text-lg font-price">
        <dt>{t("Total")}</dt>
        <dd>{formatDollars(totalAmt)}</dd>
      </div>
      <BillRow name={t("Before")}>{formatDollars(totalWas)}</BillRow>
    </dl>
  );
}

const SETTLEMENT_WORDS = {
  nothing: () => t("The total stays the same."),
  "on delivery": ({ totalAmt }) => t("You pay {totalAmt} on delivery.", { totalAmt: formatDollars(totalAmt) }),
  refund: (quote, { metodoDePago }) =>
    t("We'll refund {amount} {toMethod}.", {
      amount: formatDollars(quote.totalWas - quote.totalAmt),
      toMethod: refundedTo(metodoDePago),
    }),
  "by hand": ({ totalAmt, totalWas }) =>
    t("We'll refund {amount} in cash or by bank transfer.", { amount: formatDollars(totalWas - totalAmt) }),
  "pay now": ({ totalAmt, totalWas }) =>
    t("Your order is paid. Pay the difference of {amount}, and we change it.", { amount: formatDollars(totalAmt - totalWas) }),
  "pay first": ({ totalAmt, totalWas }) => payFirstWords(toCents(totalAmt) - toCents(totalWas)),
} as const satisfies Record<ChangeQuote["settlement"], (quote: ChangeQuote, order: OrderDetails) => string>;
