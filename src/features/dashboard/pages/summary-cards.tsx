import type { ReactNode } from "react";
import { formatCents, toCents } from "#shared/money.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { classNames } from "#ui/class-names.ts";
import { change, waitedFor, weekdayOf } from "./words.ts";
import { useLowStock, useSales } from "./use-figures.ts";

/** The four numbers of the day. */
export function SummaryCards() {
  const { data: sales, isError: noSales, dataUpdatedAt } = useSales();
  const { data: low, isError: noLow } = useLowStock();
  const weekday = weekdayOf(sales?.days.at(-1)?.day ?? "2026-01-01");
  const against = (now: number, then: number) => {
    const { text, rises } = change(now, then);
    return <span className={classNames("font-semibold", rises && "text-leaf")}>{`${text} last ${weekday} by this time`}</span>;
  };
  return (
    <dl className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      <Card name="Orders today" failed={noSales} note={sales && against(sales.today.orders, sales.lastWeek.orders)}>
        {sales?.today.orders}
      </Card>
      <Card name="Revenue today" failed={noSales} note={sales && against(sales.today.revenue, sales.lastWeek.revenue)}>
        {sales && formatCents(toCents(sales.today.revenue))}
      </Card>
      <Card name="To be sent" failed={noSales} note={sales && waitedFor(sales.toBeSent.oldest, dataUpdatedAt)}>
        {sales?.toBeSent.orders}
      </Card>
      <Card name="Low stock" failed={noLow} note={low && `${low.soldOut} sold out`}>
        {low?.low}
      </Card>
    </dl>
  );
}

interface CardProps {
  name: string;
  /** Undefined while it is not known. */
  children: ReactNode;
  note: ReactNode;
  failed: boolean;
}

function Card({ name, children, note, failed }: CardProps) {
  const isKnown = children !== undefined;
  return (
    <div className="panel flex min-h-28 flex-col max-sm:min-h-32 px-4.5 py-3.5">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="mt-1 text-2xl font-price">{isKnown ? children : failed ? "–" : <Skeleton className="h-7 w-20" />}</dd>
      <dd className="mt-1 text-sm text-ink-2">{isKnown ? note : failed ? "Could not be loaded" : <Skeleton className="h-4 w-28" />}</dd>
    </div>
  );
}
