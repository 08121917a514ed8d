import { lazy, Suspense } from "react";
import { Navigate } from "react-router";
import { Skeleton } from "#ui/skeleton.tsx";
import { privateMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { useUser } from "#features/account/pages/use-user.ts";

const Overview = lazy(() => import("./overview.tsx"));

export const meta = privateMeta("Overview");

/** `/dashboard`: the Overview for admins, the profile for shoppers (NAV-7). */
export default function DashboardStart() {
  const user = useUser();
  if (user?.role === "USER") return <Navigate to={paths.profile} replace />;
  return <Suspense fallback={<Waiting />}>{user ? <Overview /> : <Waiting />}</Suspense>;
}

function Waiting() {
  return (
    <div aria-busy="true" aria-label="Loading">
      <Skeleton className="mb-5 h-9 w-44" />
      <Skeleton className="h-28 rounded-panel" />
    </div>
  );
}
