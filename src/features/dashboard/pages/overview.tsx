import { Suspense, type ReactNode } from "react";
import { useUser } from "#features/account/pages/use-user.ts";
import { lazy } from "#web/loading/lazy.ts";
import { useFace } from "#web/use-face.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";
import { FirstSteps, useFirstSteps } from "./first-steps.tsx";
import { BestSellersPanel, CategoriesPanel } from "./best-sellers.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { LowStockPanel } from "./low-stock-panel.tsx";
import { MissedSearchesPanel } from "./missed-searches-panel.tsx";
import { FigurePanel } from "./figure-panel.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { UnsettledPanel } from "./unsettled-panel.tsx";
import { useSales } from "./use-figures.ts";
import { longDayInWords } from "./words.ts";

/** Loaded separately, because the chart library is large. */
const SalesChart = lazy(() => import("./sales-chart.tsx"));

/** The sales of the last 30 days, and what needs attention. */
export default function Overview() {
  const { timeZone } = useFace();
  const { data: sales, isFetched } = useSales();
  const today = sales?.days.at(-1);
  const user = useUser();
  const hasSales = sales?.days.some(({ orders }) => orders > 0);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="heading text-3xl">{t("Overview")}</h1>
        <p className="min-h-5 text-sm text-ink-2 max-sm:w-full">
          {today && `${longDayInWords(today.day)} · `}
          {t("times in {timeZone}", { timeZone })}
        </p>
      </div>
      <SummaryCards />
      <div className="mt-4 grid gap-4 xl:grid-cols-2">
        {hasSales === false && user?.role === "ADMIN" ? (
          <NewShop />
        ) : (
          <>
            <UnsettledPanel />
            {isFetched ? <Panels first={hasSales === false ? <NoSales /> : <SalesPanels />} /> : <Waiting />}
          </>
        )}
      </div>
    </>
  );
}

/** Placeholders for everything below the summary, so that nothing moves once it is known which panels there are. */
function Waiting() {
  return <Skeleton className="h-100 rounded-panel xl:col-span-2" />;
}

function Panels({ first }: { first: ReactNode }) {
  return (
    <>
      {first}
      <LowStockPanel />
      <MissedSearchesPanel />
      <HealthPanel />
    </>
  );
}

/** The first steps of a new shop, which only admins can take, until they are dismissed. */
function NewShop() {
  const { data, isPending } = useFirstSteps();
  if (isPending) return <Waiting />;
  const isStarting = data && !data.settings.firstStepsDone;
  return (
    <>
      {isStarting && <FirstSteps settings={data.settings} />}
      <UnsettledPanel />
      <Panels first={isStarting ? null : <NoSales />} />
    </>
  );
}

/** Instead of charts of nothing. */
function NoSales() {
  return <p className="panel p-5 text-ink-2 md:p-6 xl:col-span-2">{t("Sales and best sellers appear here once there are orders.")}</p>;
}

function SalesPanels() {
  return (
    <>
      <SalesPanel title={t("Revenue")} field="revenue" />
      <SalesPanel title={t("Orders")} field="orders" />
      <BestSellersPanel />
      <CategoriesPanel />
    </>
  );
}

function SalesPanel({ title, field }: { title: string; field: "revenue" | "orders" }) {
  const lead = field === "revenue" ? t("Last 30 days: paid, less refunds, and still expected") : t("Last 30 days, without canceled orders");
  return (
    <FigurePanel title={title} lead={lead} query={useSales()} height="h-71">
      {({ days }) => (
        <Suspense fallback={<Skeleton className="h-71 rounded-control" />}>
          <SalesChart title={title} field={field} days={days} />
        </Suspense>
      )}
    </FigurePanel>
  );
}
