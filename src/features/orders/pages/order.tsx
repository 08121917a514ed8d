import { lazy, Suspense, useState } from "react";
import { ArrowLeft, FileText, ReceiptText } from "lucide-react";
import { Link, useParams } from "react-router";
import { formatTime } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/try-again.tsx";
import { CallError } from "#web/call.ts";
import { privateMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import type { OrderDetails } from "../contract.ts";
import { mayBecome, statusTone } from "../rules.ts";
import { BuyAgainButton } from "./buy-again-button.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { orderNote } from "./order-words.ts";
import { OrderedProducts } from "./ordered-product.tsx";
import { useOrder } from "./use-orders.ts";

const Receipt = lazy(() => import("./receipt.tsx"));
const Invoice = lazy(() => import("./invoice.tsx"));

export const meta = privateMeta("Order");

/** One order: how it stands, what happened to it, and what can be done with it. */
export default function OrderPage() {
  const { orderNumber = "" } = useParams();
  const { data, error, refetch } = useOrder(orderNumber);
  return (
    <>
      <Link to={paths.myOrders} className="touch mb-3 inline-flex items-center gap-1.5 font-semibold text-leaf">
        <ArrowLeft aria-hidden className="size-4.5" />
        All orders
      </Link>
      {data ? <Found order={data} /> : error ? <NotHere error={error} again={() => void refetch()} /> : <Loading />}
    </>
  );
}

function Found({ order }: { order: OrderDetails }) {
  const { timeZone } = useFace();
  const [shown, setShown] = useState<"receipt" | "invoice" | null>(null);
  const close = () => setShown(null);
  const note = orderNote(order);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="heading text-3xl">Order {order.orderId}</h1>
        <Badge tone={statusTone[order.status]}>{order.status}</Badge>
      </div>
      <p className="mt-1.5 text-ink-2">
        Placed <time dateTime={order.createdAt}>{formatTime(order.createdAt, timeZone)}</time>
      </p>
      <p aria-live="polite" className="empty:hidden mt-4 rounded-card bg-sunken px-4.5 py-3 font-semibold">
        {note}
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5 max-sm:grid max-sm:grid-cols-2">
        <BuyAgainButton number={order.orderId} />
        <Button kind="quiet" onClick={() => setShown("receipt")}>
          <ReceiptText aria-hidden className="size-5" />
          Receipt
        </Button>
        <Button kind="quiet" onClick={() => setShown("invoice")}>
          <FileText aria-hidden className="size-5" />
          Invoice
        </Button>
        {mayBecome(order.status, "CANCELLED", "shopper") && <CancelButton order={order} />}
      </div>
      <div className="mt-5 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <OrderedProducts lines={order.products} />
        <div className="flex flex-col gap-4">
          <OrderTimeline order={order} />
          <OrderFacts order={order} />
        </div>
      </div>
      <Suspense fallback={null}>
        {shown === "receipt" && <Receipt order={order} onClose={close} />}
        {shown === "invoice" && <Invoice order={order} onClose={close} />}
      </Suspense>
    </>
  );
}

function NotHere({ error, again }: { error: Error; again: () => void }) {
  const isMissing = error instanceof CallError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <TryAgain title="Your order could not be loaded" again={again} />;
  return (
    <EmptyState title="Order not found">
      <p>There is no such order among yours.</p>
      <Link to={paths.myOrders} className={buttonLook()}>
        See your orders
      </Link>
    </EmptyState>
  );
}

function Loading() {
  return (
    <div aria-busy="true" aria-label="Loading your order">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mt-3 h-5 w-56" />
      <Skeleton className="mt-4 h-11 w-96 max-w-full rounded-control" />
      <div className="mt-5 grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-72 rounded-panel" />
        <Skeleton className="h-72 rounded-panel" />
      </div>
    </div>
  );
}
