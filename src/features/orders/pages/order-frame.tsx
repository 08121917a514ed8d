import type { ReactNode } from "react";
import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { formatTime } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { CallError, messageOf } from "#web/call.ts";
import { isUnanswered } from "#web/sending/insist.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { OrderDetails } from "../contract.ts";
import { statusTone } from "../rules.ts";
import { statusInWords } from "../words.ts";

interface OrderFrameProps<O> {
  /** The list the order belongs to. */
  back: { to: string; name: string };
  query: { data: O | undefined; error: Error | null; refetch: () => unknown };
  /** What to do if there is no such order. */
  missing: ReactNode;
  /** What to say if the shop didn't respond. */
  unanswered?: string;
  children: (order: O) => ReactNode;
}

/** An order's page, for its shopper or an admin: loaded, loading, not found, or failed. */
export function OrderFrame<O extends OrderDetails>({
  back,
  query: { data, error, refetch },
  missing,
  unanswered,
  children,
}: OrderFrameProps<O>) {
  const isMissing = error instanceof CallError && (error.status === 404 || error.status === 400);
  return (
    <>
      <Link to={back.to} className="touch mb-3 inline-flex items-center gap-1.5 font-semibold text-leaf">
        <ArrowLeft aria-hidden className="size-4.5" />
        {back.name}
      </Link>
      {data ? (
        children(data)
      ) : isMissing ? (
        <EmptyState title={t("Order not found")}>{missing}</EmptyState>
      ) : error ? (
        <TryAgain
          title={t("We couldn't load this order")}
          message={unanswered && isUnanswered(error) ? unanswered : messageOf(error)}
          again={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}

interface OrderHeadProps {
  order: OrderDetails;
  /** Who placed it, or another way to say that it was placed. */
  by: ReactNode;
  badge?: ReactNode;
}

/** An order's number, status and time. */
export function OrderHead({ order, by, badge }: OrderHeadProps) {
  const { timeZone } = useFace();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="heading text-3xl">{t("Order {orderId}", { orderId: order.orderId })}</h1>
        <Badge tone={statusTone[order.status]}>{statusInWords(order.status)}</Badge>
        {badge}
      </div>
      <p className="mt-1.5 text-ink-2">
        {by} <time dateTime={order.createdAt}>{formatTime(order.createdAt, timeZone)}</time>
      </p>
    </>
  );
}

/** An order's products, next to its history and costs. */
export function OrderColumns({ products, children }: { products: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-5 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      {products}
      <div className="flex flex-col gap-4">{children}</div>
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy="true" aria-label={t("Loading the order")}>
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
