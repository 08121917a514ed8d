import { Suspense, useState, type ComponentType } from "react";
import { FileText, Pencil, ReceiptText } from "lucide-react";
import { Link, useParams } from "react-router";
import { Button, buttonLook } from "#ui/button.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { lazy, lazyExtra } from "#web/loading/lazy.ts";
import { aboutOrder } from "#features/contact/pages/about-order.ts";
import { paths } from "#web/paths.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import type { OrderDetails } from "../contract.ts";
import { isChangeable, IS_IN_PROGRESS } from "../rules.ts";
import { BuyOrderAgainButton } from "./buy-order-again-button.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { adjustmentOf } from "./order-amounts.ts";
import { OrderFacts } from "./order-facts.tsx";
import { OrderColumns, OrderFrame, OrderHead } from "./order-frame.tsx";
import { OrderProgress } from "./order-progress.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { orderNote } from "./order-words.ts";
import { OrderedProducts } from "./ordered-product.tsx";
import { useArrival } from "./use-arrival.ts";
import { useOrder } from "./use-orders.ts";

const Receipt = lazy(() => import("./receipt.tsx"));
const NotifyMe = lazyExtra(() => import("#features/push/pages/notify-me.tsx"));
const Invoice = lazy(() => import("./invoice.tsx"));

interface OrderPageProps {
  /** What the shopper is asked about an order while it is picked. */
  Question: ComponentType<{ number: string }>;
  /** A change of the order that waits for its payment. */
  Unpaid: ComponentType<{ number: string }>;
}

/** One of the shopper's orders: status, history and actions. */
export function OrderPage({ Question, Unpaid }: OrderPageProps) {
  const { orderNumber = "" } = useParams();
  return (
    <OrderFrame
      back={{ to: paths.myOrders, name: t("My Orders") }}
      query={useOrder(orderNumber)}
      unanswered={t("Offline, you can only read orders you've already opened on this device.")}
      missing={
        <>
          <p>{t("We couldn't find that order.")}</p>
          <Link to={paths.myOrders} className={buttonLook()}>
            {t("See your orders")}
          </Link>
        </>
      }
    >
      {(order) => <Found order={order} Question={Question} Unpaid={Unpaid} />}
    </OrderFrame>
  );
}

/** Whether the shopper may be asked what to do about something missing. */
const isAsked = ({ status, packedAt, products }: OrderDetails) =>
  status === "PENDING" && !packedAt && products.some(({ ifMissing }) => ifMissing === "ask");

function Found({ order, Question, Unpaid }: OrderPageProps & { order: OrderDetails }) {
  const [shown, setShown] = useState<"receipt" | "invoice" | null>(null);
  const [now] = useState(Date.now);
  const close = () => setShown(null);
  const arrival = useArrival(order);
  const isPaid = order.payment_status === "PAID";
  const canChange = isChangeable(
    { ...order, paymentStatus: order.payment_status, closesAt: order.changesCloseAt, adjustmentCents: adjustmentOf(order) },
    now,
  );
  return (
    <>
      <OrderHead order={order} by={t("Placed")} />
      {arrival && <p className="mt-1 font-semibold">{`${arrival.verb} ${arrival.when}`}</p>}
      {isAsked(order) && <Question number={order.orderId} />}
      {isPaid && canChange && <Unpaid number={order.orderId} />}
      <OrderProgress order={order} />
      <p aria-live="polite" className="empty:hidden mt-4 rounded-card bg-sunken px-4.5 py-3 font-semibold">
        {orderNote(order)}
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5 max-sm:grid max-sm:grid-cols-2 max-sm:[&>*]:px-3">
        <BuyOrderAgainButton number={order.orderId} kind={IS_IN_PROGRESS[order.status] ? "quiet" : "primary"} />
        <Button kind="quiet" onClick={() => setShown("receipt")}>
          <ReceiptText aria-hidden className="size-5" />
          {t("Receipt")}
        </Button>
        <Button kind="quiet" onClick={() => setShown("invoice")}>
          <FileText aria-hidden className="size-5" />
          {t("Invoice")}
        </Button>
        {canChange && (
          <Link to={paths.changeOrder(order.orderId)} className={buttonLook({ kind: "quiet" })}>
            <Pencil aria-hidden className="size-5" />
            {t("Change order")}
          </Link>
        )}
        <CancelButton order={order} />
      </div>
      <Suspense>
        <NotifyMe offered={IS_IN_PROGRESS[order.status]} />
      </Suspense>
      <OrderColumns products={<OrderedProducts order={order} />}>
        <OrderTimeline order={order} />
        <OrderFacts order={order} />
        <p className="text-center text-ink-2">
          {rich("Something wrong with this order? {contact}", {
            contact: (
              <Link
                to={paths.contact}
                state={aboutOrder(order.orderId)}
                className="touch font-semibold text-leaf underline underline-offset-4"
              >
                {t("Contact us")}
              </Link>
            ),
          })}
        </p>
      </OrderColumns>
      <Suspense fallback={<ProgressLine />}>
        {shown === "receipt" && <Receipt order={order} onClose={close} />}
        {shown === "invoice" && <Invoice order={order} onClose={close} />}
      </Suspense>
    </>
  );
}
