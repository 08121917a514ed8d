import { ShieldCheck, ShieldX } from "lucide-react";
import { Link, Outlet } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import { useSession } from "#web/session.ts";

/** Around every page of the back office: others than admins read that they may not (ADM-14). The server refuses them by itself. */
export default function AdminOnly() {
  const { user } = useSession();
  if (user?.two_step_due) return <TwoStepDue />;
  if (user?.role === "ADMIN") return <Outlet />;
  if (user) return <NoPermission />;
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
