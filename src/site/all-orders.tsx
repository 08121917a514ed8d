import { SummaryCards } from "#features/dashboard/pages/summary-cards.tsx";
import { AllOrders } from "#features/orders/pages/admin/all-orders.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";

export const meta = privateMeta(t("All Orders"));

/** All Orders with the summary of the day: put together here, so that orders don't depend on the dashboard. */
export default function AllOrdersPage() {
  return <AllOrders summary={<SummaryCards />} />;
}
