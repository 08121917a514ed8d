import { Suspense, useEffect, useState } from "react";
import { CircleCheckBig } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import { isForPickup } from "#features/delivery/rules.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { paths } from "#web/paths.ts";
import { isUnanswered } from "#web/sending/insist.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import type { Order } from "../contract.ts";
import { OrderCard } from "./order-card.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { useOrders } from "./use-orders.ts";
import { WhatsNext } from "./whats-next.tsx";

const Receipt = lazy(() => import("./receipt.tsx"));

export const meta = privateMeta(t("Orders"));

/** My Orders (ORD-1 to ORD-4). The checkout redirects here with the new order's number. */
export default function MyOrders() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useOrders();
  const [viewed, setViewed] = useState<Order | null>(null);
  const placed = usePlaced();
  // Pages that were read at different times may overlap.
  const orders = data && [...new Map(data.pages.flatMap((page) => page.data.map((order) => [order._id, order]))).values()];
  return (
    <>
      <h1 className="heading mb-5 text-3xl">{t("Orders")}</h1>
      {placed && <Placed number={placed} order={orders?.find(({ orderId }) => orderId === placed)} />}
      {orders ? (
        <div className="flex flex-col gap-4">
          {orders.map((order) => (
            <OrderCard key={order._id} order={order} fresh={order.orderId === placed} onView={() => setViewed(order)} />
          ))}
          {orders.length === 0 && <NoOrders />}
          {isFetchNextPageError && (
            <p role="alert" className="text-center text-ink-2">
              {isUnanswered(error) ? t("Offline, you can only read orders you've already seen on this device.") : messageOf(error)}
            </p>
          )}
          {hasNextPage && (
            <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
              {t("Show older orders")}
            </Button>
          )}
        </div>
      ) : error ? (
        <Reload again={() => void refetch()} />
      ) : (
        <div aria-busy="true" aria-label={t("Loading your orders")} className="flex flex-col gap-4">
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
      <Suspense fallback={<ProgressLine />}>{viewed && <Receipt order={viewed} onClose={() => setViewed(null)} />}</Suspense>
    </>
  );
}

/** The number of the order just placed. Removed from the history entry, so that a reload doesn't show the thank-you again. */
function usePlaced(): string | undefined {
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const [placed] = useState(() => (typeof state === "string" ? state : undefined));
  useEffect(() => {
    if (state !== null) void navigate(".", { replace: true, state: null, preventScrollReset: true });
  }, [state, navigate]);
  return placed;
}

function Placed({ number, order }: { number: string; order: Order | undefined }) {
  return (
    <section aria-label={t("Order placed")} className="mb-5 flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4 rounded-panel bg-leaf-tint p-5">
        <CircleCheckBig aria-hidden className="size-9 shrink-0 text-leaf" />
        <div className="min-w-56 flex-1">
          <p className="heading text-xl">{t("Thank you, your order is placed")}</p>
          <p className="mt-1 text-ink-2">
            {rich("Your order number is {number}. We've emailed your confirmation.", {
              number: <strong className="text-ink">{number}</strong>,
            })}
            {order?.payment_status === "CASH ON DELIVERY" &&
              ` ${isForPickup(order.delivery) ? t("You pay when you pick it up.") : t("You pay when it arrives.")}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5 max-sm:grid max-sm:w-full">
          <Link to={paths.order(number)} className={buttonLook()}>
            {t("Track order")}
          </Link>
          <Link to={paths.home} className={buttonLook({ kind: "outline" })}>
            {t("Continue shopping")}
          </Link>
        </div>
      </div>
      {order && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <WhatsNext order={order} />
          <OrderFacts order={order} />
        </div>
      )}
    </section>
  );
}

function NoOrders() {
  return (
    <EmptyState title={t("No completed orders found.")}>
      <p>{t("Your orders and receipts will appear here.")}</p>
      <Link to={paths.home} className={buttonLook()}>
        {t("Shop Now")}
      </Link>
    </EmptyState>
  );
}
