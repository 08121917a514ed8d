import { Suspense } from "react";
import { Navigate } from "react-router";
import { may } from "#shared/roles.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { startOf } from "#features/account/pages/account-entries.ts";
import { useUser } from "#features/account/pages/use-user.ts";
import { t } from "#words/t.ts";

const Overview = lazy(() => import("./overview.tsx"));

export const meta = privateMeta(t("Overview"));

/** `/dashboard`: the Overview for managers and admins; others are led to the first page of their menu (NAV-7). */
export default function DashboardStart() {
  const user = useUser();
  if (user && !may(user.role, "manager")) return <Navigate to={startOf(user.role)} replace />;
  return <Suspense fallback={<Waiting />}>{user ? <Overview /> : <Waiting />}</Suspense>;
}

function Waiting() {
  return (
    <div aria-busy="true" aria-label={t("Loading")}>
      <Skeleton className="mb-5 h-9 w-44" />
      <Skeleton className="h-28 rounded-panel" />
    </div>
  );
}
