import { useState } from "react";
import { Link } from "react-router";
import { BillDetails } from "#features/cart/pages/bill-details.tsx";
import { pricedLine } from "#features/cart/pages/bill.ts";
import type { Line } from "#features/cart/pages/engine/cart-state.ts";
import { lineCents, type Sums } from "#features/cart/sums/rules.ts";
import { CouponField } from "#features/coupons/pages/coupon-field.tsx";
import type { EnteredCoupon } from "#features/coupons/pages/use-coupon.ts";
import { priceWords, quantityWords } from "#features/orders/words.ts";
import { cancelWords } from "#features/orders/pages/order-words.ts";
import { useArrivalOfNext } from "#features/orders/pages/use-arrival.ts";
import { pictureOf } from "#features/files/rules.ts";
import { formatCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";

interface SummaryProps {
  bill: Sums;
  coupon: EnteredCoupon;
  /** Whether the shopper picks it up at the shop. */
  forPickup: boolean;
  /** Whether it arrives after some days, instead of at a time that is chosen. */
  arrives: boolean;
  /** Whether the delivery fee is known. */
  isFeeKnown: boolean;
  lines: readonly Line[];
  /** The button's label. */
  action: string;
  busy: boolean;
  order: () => void;
}

/** What is ordered and what it costs (CHK-2); stays in view next to the choices. */
export function Summary({ bill, coupon, forPickup, arrives, isFeeKnown, lines, action, busy, order }: SummaryProps) {
  const arrival = useArrivalOfNext();
  return (
    <aside aria-label={t("Summary")} className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-6">
      <section className="panel p-5 md:p-6">
        <div className="mb-2 flex items-center justify-between gap-3">
          <h2 className="heading text-xl">{t("Summary")}</h2>
          <Link to={paths.cart} className="touch font-semibold text-leaf underline-offset-4 hover:underline">
            {t("Edit cart")}
          </Link>
        </div>
        <Items lines={lines} />
        <CouponField coupon={coupon} />
        <BillDetails bill={bill} coupon={coupon.code} forPickup={forPickup} isFeeKnown={isFeeKnown} />
        {arrives && <p className="mt-3 text-ink-2">{`${t("Arrives")} ${arrival}`}</p>}
      </section>
      {/* On phones always visible, with the total; the footer and the toasts leave room for it. */}
      <style>{"@media (width < 64rem) { :root { --buy-bar: 5.5rem; --edge: 0.5rem } }"}</style>
      <div className="max-lg:buy-bar">
        <Button size="large" busy={busy} onClick={order} className="w-full">
          <span>
            {action}
            <span className="lg:hidden"> · {formatCents(bill.totalCents)}</span>
          </span>
        </Button>
      </div>
      <p className="text-center text-sm text-ink-2">{cancelWords(forPickup)}</p>
    </aside>
  );
}

/** Lines shown at first, so that the button stays in view. */
const SHOWN = 4;

function Items({ lines }: { lines: readonly Line[] }) {
  const [all, setAll] = useState(lines.length <= SHOWN);
  const shown = all ? lines : lines.slice(0, SHOWN - 1);
  return (
    <>
      <ul aria-label={t("Your items")} className="mb-3 divide-y divide-line border-b border-line">
        {shown
          .map(({ product, ...line }) => ({ product, priced: pricedLine({ product, ...line }) }))
          .map(({ product, priced }) => (
            <li key={product._id} className="flex items-center gap-3 py-2">
              <div className="w-10 shrink-0">
                <Picture {...pictureOf(product.image[0] ?? "")} alt="" sizes="40px" className="rounded-tag" />
              </div>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-1 font-semibold">{product.name}</span>
                <span className="block text-sm text-ink-2">
                  {product.unit && `${product.unit} · `}
                  {quantityWords(priced)} × {priceWords(priced.paidCents, priced.weighed)}
                </span>
              </span>
              <span className="shrink-0 font-semibold">{formatCents(lineCents(priced))}</span>
            </li>
          ))}
      </ul>
      {!all && (
        <div className="mb-2">
          <Button kind="plain" size="small" onClick={() => setAll(true)} className="-ml-3.5 text-leaf">
            {t("Show all {length} products", { length: lines.length })}
          </Button>
        </div>
      )}
    </>
  );
}
