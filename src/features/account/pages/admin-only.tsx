import { ShieldCheck, ShieldX } from "lucide-react";
import { Link, Outlet } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Reload } from "#ui/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import { useUser, useUserReload } from "./use-user.ts";

/** Wraps every back-office page: anyone else sees that they don't have permission (ADM-14). The server refuses them too. */
export default function AdminOnly() {
  const user = useUser();
  const reload = useUserReload();
  if (user?.two_step_due) return <TwoStepDue />;
  if (user?.role === "ADMIN") return <Outlet />;
  if (user) return <NoPermission />;
  if (reload) return <Reload again={reload} />;
  return (
    <div aria-busy="true" aria-label="Loading">
      <Skeleton className="mb-6 h-9 w-44" />
      <Skeleton className="h-96 rounded-panel" />
    </div>
  );
}

function NoPermission() {
  return (
    <div role="alert" className="panel">
      <EmptyState title="Do not have permission">
        <ShieldX aria-hidden className="-order-1 size-10 text-ink-3" />
        <p>This page is for the people who run the shop.</p>
        <Link to={paths.profile} className={buttonLook({ kind: "outline" })}>
          Go to your profile
        </Link>
      </EmptyState>
    </div>
  );
}

function TwoStepDue() {
  return (
    <div role="alert" className="panel">
      <EmptyState title="Two-step login is required">
        <ShieldCheck aria-hidden className="-order-1 size-10 text-leaf" />
        <p>Turn it on under Security. If it is on already, log out and log in again.</p>
        <Link to={paths.security} className={buttonLook()}>
          Open Security
        </Link>
      </EmptyState>
    </div>
  );
}
