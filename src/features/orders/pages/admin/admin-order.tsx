import { lazy, Suspense, useState } from "react";
import { ArrowLeft, FileText, PackageCheck, Pencil } from "lucide-react";
import { Link, useParams } from "react-router";
import { History } from "#features/audit/pages/history.tsx";
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
import type { AdminOrder } from "../../admin/contract.ts";
import { statusTone } from "../../rules.ts";
import { OrderFacts } from "../order-facts.tsx";
import { OrderTimeline } from "../order-timeline.tsx";
import { eventWords } from "#features/orders/pages/order-words.ts";
import { OrderedProducts } from "../ordered-product.tsx";
import { NextSteps } from "./next-steps.tsx";
import { useAdminOrder } from "./use-all-orders.ts";
import { useOrderNews } from "./use-order-news.ts";

const Invoice = lazy(() => import("../invoice.tsx"));
const EditOrder = lazy(() => import("./edit-order.tsx"));

export const meta = privateMeta("Order");

/** One order as an admin sees it: how it stands, what to do next, and who did what. */
export default function AdminOrderPage() {
  const { orderNumber = "" } = useParams();
  const { data, error, refetch } = useAdminOrder(orderNumber);
  useOrderNews();
  const missing = error instanceof CallError && (error.status === 404 || error.status === 400);
  return (
    <>
      <Link to={paths.allOrders} className="touch mb-3 inline-flex items-center gap-1.5 font-semibold text-leaf">
        <ArrowLeft aria-hidden className="size-4.5" />
        All Orders
      </Link>
      {data ? (
        <Found order={data} />
      ) : missing ? (
        <EmptyState title="Order not found">
          <p>There is no such order, or it was deleted.</p>
        </EmptyState>
      ) : error ? (
        <TryAgain title="The order could not be loaded" again={() => void refetch()} />
      ) : (
        <div aria-busy="true" aria-label="Loading the order">
          <Skeleton className="h-9 w-72 max-w-full" />
          <Skeleton className="mt-4 h-11 w-96 max-w-full rounded-control" />
          <Skeleton className="mt-5 h-96 rounded-panel" />
        </div>
      )}
    </>
  );
}

function Found({ order }: { order: AdminOrder }) {
  const { timeZone } = useFace();
  const [shown, setShown] = useState<"invoice" | "edit" | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="heading text-3xl">Order {order.orderId}</h1>
        <Badge tone={statusTone[order.status]}>{order.status}</Badge>
      </div>
      <p className="mt-1.5 text-ink-2">
        {order.userId.name}, <time dateTime={order.createdAt}>{formatTime(order.createdAt, timeZone)}</time>
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <NextSteps order={order} />
        <Button kind="quiet" onClick={() => setShown("edit")}>
          <Pencil aria-hidden className="size-4.5" />
          Edit
        </Button>
        <Button kind="quiet" onClick={() => setShown("invoice")}>
          <FileText aria-hidden className="size-5" />
          Invoice
        </Button>
        <Link to={paths.orderPapers([order.orderId], "packing-slips")} className={buttonLook({ kind: "quiet" })}>
          <PackageCheck aria-hidden className="size-5" />
          Packing slip
        </Link>
      </div>
      <div className="mt-5 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <OrderedProducts lines={order.products} />
        <div className="flex flex-col gap-4">
          <OrderTimeline order={order} wordsOf={wordsForAdmins} />
          <OrderFacts order={order} />
          <section aria-label="Changes by admins" className="panel px-5 py-3 md:px-6">
            <History kind="order" id={order._id} className="" />
          </section>
        </div>
      </div>
      <Suspense fallback={null}>
        {shown === "invoice" && <Invoice order={order} onClose={close} />}
        {shown === "edit" && <EditOrder order={order} onClose={close} />}
      </Suspense>
    </>
  );
}

/** What happened, and who did it. */
function wordsForAdmins(event: AdminOrder["timeline"][number], order: AdminOrder): string {
  const words = event.kind === "CANCELLED" ? "Cancelled" : eventWords(event, order);
  if (event.whoName) return `${words} by ${event.whoName}`;
  return event.kind === "CANCELLED" ? `${words} by ${event.who === "shopper" ? order.userId.name : "the shop"}` : words;
}
