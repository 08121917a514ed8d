import { ShieldCheck, ShieldX } from "lucide-react";
import { Link, Outlet, useLocation } from "react-router";
import { isStaff, may, type Role } from "#shared/roles.ts";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { accessTo, startOf } from "./account-entries.ts";
import { useUser, useUserReload } from "./use-user.ts";

/**
 * Wraps every back-office page: who may not open it sees that they don't have permission (ADM-14). The server refuses them too.
 */
export default function StaffOnly() {
  const user = useUser();
  const { pathname } = useLocation();
  const reload = useUserReload();
  if (user?.two_step_due) return <TwoStepDue />;
  if (user && may(user.role, accessTo(pathname))) return <Outlet />;
  if (user) return <NoPermission role={user.role} />;
  if (reload) return <Reload again={reload} />;
  return (
    <div aria-busy="true" aria-label={t("Loading")}>
      <Skeleton className="mb-6 h-9 w-44" />
      <Skeleton className="h-96 rounded-panel" />
    </div>
  );
}

function NoPermission({ role }: { role: Role }) {
  return (
    <div role="alert" className="panel">
      <EmptyState title={t("Do not have permission")}>
        <ShieldX aria-hidden className="-order-1 size-10 text-ink-3" />
        <p>
          {isStaff(role)
            ? t("Your role doesn't include this page. Ask an admin if you need it.")
            : t("This page is for the people who run the shop.")}
        </p>
        <Link to={isStaff(role) ? startOf(role) : paths.profile} className={buttonLook({ kind: "outline" })}>
          {isStaff(role) ? t("Go to your start page") : t("Go to your profile")}
        </Link>
      </EmptyState>
    </div>
  );
}

function TwoStepDue() {
  return (
    <div role="alert" className="panel">
      <EmptyState title={t("Two-step login is required")}>
        <ShieldCheck aria-hidden className="-order-1 size-10 text-leaf" />
        <p>{t("Turn it on under Security. If it is on already, log out and log in again.")}</p>
        <Link to={paths.security} className={buttonLook()}>
          {t("Open Security")}
        </Link>
      </EmptyState>
    </div>
  );
}
