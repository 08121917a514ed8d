import { Suspense, useEffect, useRef, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { billOf } from "#features/cart/pages/bill.ts";
import { CartFailed } from "#features/cart/pages/cart-states.tsx";
import { EmptyCart } from "#features/cart/pages/empty-cart.tsx";
import type { Line } from "#features/cart/pages/engine/cart-state.ts";
import { setQuietly, useCart } from "#features/cart/pages/use-cart.ts";
import { checkCouponAgain, useCoupon } from "#features/coupons/pages/use-coupon.ts";
import { useCheckoutDelivery } from "#features/delivery/pages/use-checkout-delivery.ts";
import { usePlaceOrder } from "#features/orders/pages/use-place-order.ts";
import { toDollars } from "#shared/money.ts";
import { NotLoaded } from "#ui/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { NeedsLogin } from "#web/session/needs-login.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { useTabChoice } from "#web/use-tab-choice.ts";
import { t } from "#words/t.ts";
import type { Payment, WayToPay } from "../contract.ts";
import { ChangesNotice } from "./changes-notice.tsx";
import { changesOf, pricesOf } from "./changes.ts";
import { loadScript } from "./culqi/culqi-scripts.ts";
import { DeliverTo, NO_ADDRESS, REFUSAL } from "./deliver-to.tsx";
import { cancelOpenPayment } from "./cancel-open-payment.ts";
import { useIfMissing } from "./missing/use-if-missing.ts";
import { OpenPaymentPanel, OPEN_WORDS } from "./open-payment.tsx";
import { PayWith, WORDS } from "./pay-with.tsx";
import { Summary } from "./summary.tsx";
import { useIsPaymentKnown, useOpenPayment } from "./use-open-payment.ts";
import { usePay } from "./use-pay.ts";
import { isCulqiWay } from "./use-paying.ts";
import { accepts, useWaysToPay } from "./use-ways-to-pay.ts";

const IfMissingPanel = lazy(() => import("./missing/if-missing.tsx"));

export const meta = privateMeta(t("Checkout"));

const DeliveryChoice = lazy(() => import("#features/delivery/pages/delivery-choice.tsx"));

/** The checkout (CHK-1 to CHK-5, CHK-10, CHK-11). */
export default function Checkout() {
  return (
    <div className="page py-6">
      <h1 className="heading mb-4.5 text-4xl">{t("Checkout")}</h1>
      <NeedsLogin skeleton={<CheckoutSkeleton />}>
        <CheckoutOfCart />
      </NeedsLogin>
    </div>
  );
}

const NONE: readonly Line[] = [];

function CheckoutOfCart() {
  const cart = useCart();
  const { status } = cart;
  // Nothing is ordered at prices that may be out of date.
  const lines = status === "old" ? NONE : cart.lines;
  const open = useOpenPayment();
  const offered = useWaysToPay();
  const paying = usePay(open);
  const formWay = offered.ways?.filter(isCulqiWay).find(({ provider }) => provider === open?.provider);
  const placing = usePlaceOrder(status === "ready" && lines.length === 0);
  // Shown all at once, so that nothing moves under a finger about to pay.
  const isPaymentKnown = useIsPaymentKnown();
  // After a failure, `isPending` would be true again with the next try, which the parts below start when they mount.
  const isReady = useAddresses().isFetched && isPaymentKnown;
  return (
    <>
      {isReady && (
        <OpenPaymentPanel
          payment={open}
          declined={paying.declined}
          busy={paying.busy}
          returned={paying.returned}
          payInForm={formWay && ((payment) => void paying.resume(formWay, payment))}
          payAnotherWay={() => document.querySelector<HTMLElement>("[name=payment]:not(:checked)")?.focus()}
        />
      )}
      {isReady && open && offered.failed && lines.length === 0 && <NotLoaded again={offered.again} />}
      {(placing.busy && lines.length === 0) || (lines.length > 0 && !isReady) ? (
        <CheckoutSkeleton />
      ) : lines.length > 0 ? (
        <Order lines={lines} placing={placing} paying={paying} open={open} offered={offered} />
      ) : status === "failed" || status === "old" ? (
        <CartFailed />
      ) : status === "ready" ? (
        <EmptyCart />
      ) : (
        <CheckoutSkeleton />
      )}
    </>
  );
}

interface OrderProps {
  lines: readonly Line[];
  placing: ReturnType<typeof usePlaceOrder>;
  paying: ReturnType<typeof usePay>;
  open: Payment | null | undefined;
  offered: ReturnType<typeof useWaysToPay>;
}

function Order({ lines, placing, paying, open, offered }: OrderProps) {
  const { data: addresses } = useAddresses();
  const { busy: cartIsBusy } = useCart();
  const [address, setAddress] = useTabChoice("checkout-address");
  const [provider, setProvider] = useTabChoice("checkout-payment");
  const notice = useRef<HTMLElement>(null);
  const [missed, setMissed] = useState({ address: 0, delivery: 0 });
  const [seen, setSeen] = useState(() => pricesOf(lines));
  const coupon = useCoupon(lines.map(({ product, quantity }) => ({ productId: product._id, quantity })));
  const { ifMissing, asked } = useIfMissing(lines);
  // The last used address comes first and is preselected.
  const addressId = addresses?.some(({ _id }) => _id === address) ? address : addresses?.[0]?._id;
  const delivery = useCheckoutDelivery(
    addresses?.find(({ _id }) => _id === addressId),
    billOf(lines).itemsCents,
  );
  const bill = billOf(lines, { couponCents: coupon.cents, deliveryFeeCents: delivery.feeCents });
  const ways = offered.ways?.filter((one) => accepts(one, bill.totalCents));
  const wayOf = (wanted: string | null | undefined) => ways?.find((one) => one.provider === wanted);
  // In another tab nothing was chosen yet, but a payment may be open.
  const way = wayOf(provider) ?? wayOf(open?.provider) ?? ways?.[0];
  const cardScript = way?.scripts?.checkout;
  useEffect(() => {
    // Preload; if it fails, placing the order reports it.
    if (cardScript) loadScript(cardScript).catch(() => {});
  }, [cardScript]);
  // The remaining stock doesn't include what an open payment has reserved for this shopper.
  const conflict = placing.conflict ?? paying.conflict;
  const changes = [...changesOf(open === null ? lines : lines.map(withoutStock), seen, conflict), ...delivery.changes];
  const { settle } = delivery;
  useEffect(() => {
    if (!conflict) return;
    settle(conflict);
    // The shop's total is different, perhaps because the coupon was changed.
    void checkCouponAgain();
  }, [conflict, settle]);

  const accept = () => {
    for (const { product, quantity } of lines) {
      if (product.stock !== undefined && product.stock < quantity) setQuietly(product, product.stock);
    }
    setSeen(pricesOf(lines));
    if (conflict?.reason === "coupon") coupon.remove();
    delivery.accept();
    placing.settle();
    paying.settle();
  };
  const order = async () => {
    if (!addressId && delivery.way !== "collection") {
      toast.error(NO_ADDRESS, { id: REFUSAL });
      setMissed(({ address: times, ...rest }) => ({ ...rest, address: times + 1 }));
    } else if (delivery.missing) {
      toast.error(delivery.missing, { id: REFUSAL });
      setMissed(({ delivery: times, ...rest }) => ({ ...rest, delivery: times + 1 }));
    } else if (changes.length > 0) {
      toast.error(t("Please accept the changes first"), { id: REFUSAL });
      notice.current?.focus();
    } else if (open?.status === "CAPTURING") toast.error(t("Your last payment is being processed. Please wait a moment."));
    else if (offered.failed) toast.error(t("We couldn't load the payment methods"), { id: REFUSAL });
    else if (way) {
      const list_items = lines.map(({ product, quantity }) => ({ productId: product._id, quantity }));
      const request = {
        list_items,
        expectedTotal: toDollars(bill.totalCents),
        ...delivery.asked,
        ...asked,
        ...(addressId && { addressId }),
        ...(coupon.cents > 0 && { coupon: coupon.code }),
      };
      if (way.provider === "paypal") await paying.withPayPal(request);
      else if (isCulqiWay(way)) await paying.withCulqi(way, request);
      else if (await isFree(open)) await placing.place(request);
    }
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-9 gap-y-5 lg:grid-cols-[minmax(0,1fr)_26.25rem]">
      <div className="flex min-w-0 flex-col gap-5">
        {changes.length > 0 && <ChangesNotice ref={notice} changes={changes} accept={accept} />}
        {delivery.way === "delivery" && <DeliverTo chosen={addressId} choose={setAddress} missed={missed.address} />}
        <Suspense fallback={null}>
          {delivery.isOn && (addressId || delivery.hasFailed || delivery.pickupOnly || delivery.offer?.collection) && (
            <DeliveryChoice delivery={delivery} missed={missed.delivery + delivery.timesGone} />
          )}
        </Suspense>
        <Suspense fallback={null}>{ifMissing && <IfMissingPanel ifMissing={ifMissing} />}</Suspense>
        <PayWith
          ways={ways}
          others={offered.ways?.filter((one) => !accepts(one, bill.totalCents))}
          again={offered.failed ? offered.again : undefined}
          chosen={way}
          choose={setProvider}
          forPickup={delivery.way === "collection"}
        />
      </div>
      <Summary
        bill={bill}
        coupon={coupon}
        forPickup={delivery.way === "collection"}
        arrives={delivery.arrives}
        isFeeKnown={delivery.isFeeKnown}
        lines={lines}
        action={way ? actionOf(way, paying.declined ? open : null) : offered.failed ? t("Place order") : t("One moment")}
        busy={!(way || offered.failed) || delivery.isPending || placing.busy || paying.busy || cartIsBusy || coupon.checking}
        order={() => void order()}
      />
    </div>
  );
}

/** The label of the button that pays. After a decline it says what to do next. */
function actionOf({ provider }: WayToPay, declined: Payment | null | undefined): string {
  return declined?.provider === provider ? OPEN_WORDS[provider].again : WORDS[provider].action;
}

function withoutStock(line: Line): Line {
  const product = { ...line.product };
  delete product.stock;
  return { ...line, product };
}

/** Whether no other payment is in the way: an open one is canceled for a cash order. */
async function isFree(open: Payment | null | undefined): Promise<boolean> {
  if (!open) return true;
  try {
    await cancelOpenPayment(open.orderId);
    return true;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  }
}

function CheckoutSkeleton() {
  return (
    <div aria-busy="true" aria-label={t("Loading")} className="grid items-start gap-x-9 gap-y-5 lg:grid-cols-[minmax(0,1fr)_26.25rem]">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-60 rounded-panel" />
        <Skeleton className="h-40 rounded-panel" />
      </div>
      <Skeleton className="h-72 rounded-panel" />
    </div>
  );
}
