import { useCallback, useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { LeaveGuard } from "#web/forms/leave-guard.tsx";
import type { OrderDetails } from "#features/orders/contract.ts";
import { OrderFrame } from "#features/orders/pages/order-frame.tsx";
import { orderIsNow, readOrdersAgain, useOrder } from "#features/orders/pages/use-orders.ts";
import { buttonLook } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { changeOrder, type ChangeQuote } from "../../changes/contract.ts";
import { AddProduct } from "./add-product.tsx";
import { ChangeSummary } from "./change-summary.tsx";
import { ChangeAddress } from "./change-address.tsx";
import { DeliverWhen } from "./deliver-when.tsx";
import { UnpaidChange } from "../unpaid-change.tsx";
import { usePayChange } from "../use-pay-change.ts";
import { readOpenPaymentAgain, useOpenPayment } from "../use-open-payment.ts";
import { WantedProducts } from "./wanted-products.tsx";
import { useQuote, useChangeDraft } from "./use-change.ts";

export const meta = privateMeta(t("Change order"));

/** Where a shopper changes an order that is not packed yet. */
export default function ChangeOrderPage() {
  const { orderNumber = "" } = useParams();
  return (
    <OrderFrame
      back={{ to: paths.order(orderNumber), name: t("Back to the order") }}
      query={useOrder(orderNumber)}
      missing={
        <>
          <p>{t("We couldn't find that order.")}</p>
          <Link to={paths.myOrders} className={buttonLook()}>
            {t("See your orders")}
          </Link>
        </>
      }
    >
      {(order) => <Change key={order.orderId} order={order} />}
    </OrderFrame>
  );
}

function Change({ order }: { order: OrderDetails }) {
  const navigate = useNavigate();
  // Live updates would otherwise change what the shopper is about to change.
  const [first] = useState(order);
  const wanted = useChangeDraft(first);
  const { quote, error } = useQuote(wanted);
  const isDone = useRef(false);
  const leave = useCallback(async () => {
    isDone.current = true;
    toast.success(t("Your order was changed"));
    await navigate(paths.order(order.orderId));
  }, [navigate, order.orderId]);
  const leaving = () => void (isDone.current = true);
  const paying = usePayChange({ leave, leaving });
  const [saving, setSaving] = useState(false);
  const save = async ({ totalAmt, payWith }: ChangeQuote) => {
    const request = { ...wanted.request, expectedTotal: totalAmt };
    if (payWith) return paying.pay(payWith, request);
    setSaving(true);
    try {
      const { data } = await insist(() => call(changeOrder, request));
      orderIsNow(order.orderId, data);
      // The change ended the payment of another one, if there was one.
      void readOpenPaymentAgain();
      await leave();
    } catch (failure) {
      toast.error(messageOf(failure));
      void readOrdersAgain();
      setSaving(false);
    }
  };
  const open = useOpenPayment();
  const { isSame } = wanted;
  return (
    <>
      <LeaveGuard isChanged={() => !isSame && !isDone.current} />
      {open?.changesOrder === order.orderId && <UnpaidChange payment={open} leave={leave} leaving={leaving} />}
      <h1 className="heading text-3xl">{t("Change order {orderId}", { orderId: order.orderId })}</h1>
      <p className="mt-1.5 text-ink-2">
        {order.delivery?.slot
          ? t("You can change it until its delivery time closes or we've packed it.")
          : t("You can change it until we've packed it.")}
      </p>
      <div className="mt-5 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <section aria-labelledby="products" className="panel px-5 pt-5 pb-4 md:px-6 md:pt-6">
            <h2 id="products" className="heading text-xl">
              {t("Products")}
            </h2>
            <WantedProducts wanted={wanted} />
            <AddProduct wanted={wanted} />
          </section>
          <ChangeAddress order={first} wanted={wanted} />
          <DeliverWhen order={first} wanted={wanted} />
        </div>
        <ChangeSummary
          order={first}
          wanted={wanted}
          quote={quote}
          error={error}
          busy={saving || paying.busy}
          declined={paying.declined}
          returned={paying.returned}
          save={(seen) => void save(seen)}
        />
      </div>
    </>
  );
}
