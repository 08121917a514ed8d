import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDollars } from "#shared/money.ts";
import { NotLoaded } from "#ui/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { classNames } from "#ui/class-names.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { plural, t } from "#words/t.ts";
import { change, waitedFor, weekdayName } from "./words.ts";
import { useLowStock, useSales } from "./use-figures.ts";

/** Today's numbers, each linking to its list. */
export function SummaryCards() {
  const salesQuery = useSales();
  const lowQuery = useLowStock();
  const { data: sales, isError: noSales, dataUpdatedAt } = salesQuery;
  const { data: low, isError: noLow } = lowQuery;
  const failed = [salesQuery, lowQuery].filter(({ isError, data }) => isError && !data);
  const day = sales?.days.at(-1)?.day;
  const weekday = weekdayName(day ?? "2026-01-01");
  /** The list of exactly the orders that a number counts. */
  const todays = (filters: { canceled: "no" } | { paid: "yes" }) =>
    day ? adminPaths.allOrdersWhere({ startDate: day, endDate: day, ...filters }) : adminPaths.allOrders;
  const against = (now: number, then: number) => {
    const { text, rises } = change(now, then);
    return (
      <span className={classNames("font-semibold", rises && "text-leaf")}>
        {t("{change} last {weekday} by this time", { change: text, weekday })}
      </span>
    );
  };
  return (
    <>
      {failed.length > 0 && (
        <div className="mb-4">
          <NotLoaded again={() => failed.forEach(({ refetch }) => void refetch())} />
        </div>
      )}
      <dl className="grid grid-cols-2 gap-3 md:gap-4 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none max-xl:[&>:last-child:nth-child(odd)]:col-span-2">
        <Card
          name={t("Orders today")}
          to={todays({ canceled: "no" })}
          failed={noSales}
          note={sales && against(sales.today.orders, sales.lastWeek.orders)}
        >
          {sales?.today.orders}
        </Card>
        <Card
          name={t("Paid today")}
          to={todays({ paid: "yes" })}
          failed={noSales}
          note={sales && t("{amount} more expected", { amount: formatDollars(sales.today.expected) })}
        >
          {sales && formatDollars(sales.today.revenue)}
        </Card>
        {sales && sales.cancelRequests > 0 && (
          <Card
            name={t("Cancellation requests")}
            to={adminPaths.allOrdersWhere({ cancelRequested: "yes" })}
            failed={noSales}
            note={t("waiting for your answer")}
            urgent
          >
            {sales.cancelRequests}
          </Card>
        )}
        <Card
          name={t("To send")}
          to={adminPaths.allOrdersWhere({ status: "PENDING" })}
          failed={noSales}
          note={sales && waitedFor(sales.toBeSent.oldest, dataUpdatedAt)}
        >
          {sales?.toBeSent.orders}
        </Card>
        <Card
          name={t("Low stock")}
          to={`${paths.dashboard}#low-stock`}
          failed={noLow}
          note={low && plural(low.soldOut, "{count} sold out", "{count} sold out")}
        >
          {low?.low}
        </Card>
      </dl>
    </>
  );
}

interface CardProps {
  name: string;
  to: string;
  /** Undefined while loading. */
  children: ReactNode;
  note: ReactNode;
  failed: boolean;
  /** Somebody is waiting for it. */
  urgent?: boolean;
}

function Card({ name, to, children, note, failed, urgent = false }: CardProps) {
  const isKnown = children !== undefined;
  return (
    <div
      className={classNames(
        "panel relative flex min-h-28 flex-col px-4.5 py-3.5 transition-colors duration-150 focus-within:border-leaf hover:border-leaf max-sm:min-h-32",
        urgent && "border-tomato",
      )}
    >
      <dt className="text-sm text-ink-2">
        {/* The whole card is the link. */}
        <Link to={to} className="after:absolute after:inset-0 after:rounded-panel after:content-['']">
          {name}
        </Link>
      </dt>
      <dd className="mt-1 text-2xl font-price">{isKnown ? children : failed ? "–" : <Skeleton className="h-7 w-20" />}</dd>
      <dd className="mt-1 text-sm text-ink-2">{isKnown ? note : !failed && <Skeleton className="h-4 w-28" />}</dd>
    </div>
  );
}
