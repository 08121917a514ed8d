import { LogOut } from "lucide-react";
import { NavLink, Outlet } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { NeedsLogin } from "#web/needs-login.tsx";
import { useSession } from "#web/session.ts";
import { privateMeta } from "#web/page-meta.ts";
import { ACCOUNT_ENTRIES } from "./account-entries.ts";
import { Avatar } from "./avatar.tsx";
import { useLogOut } from "./use-log-out.ts";

export const meta = privateMeta("Account");

const row = "flex min-h-11 w-full items-center gap-3.5 rounded-control px-3.5 font-semibold";

/** The account's pages, with a menu at their side on wide screens (LAY-4, NAV-7). */
export default function Dashboard() {
  return (
    <div className="page grid min-h-[calc(100dvh-5rem)] gap-8 py-6 md:py-8 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <SideMenu />
      <div className="min-w-0">
        <NeedsLogin skeleton={<DashboardSkeleton />}>
          <Outlet />
        </NeedsLogin>
      </div>
    </div>
  );
}

function SideMenu() {
  const { user } = useSession();
  const { logOut, busy } = useLogOut();
  return (
    <nav aria-label="Account" className="sticky top-26 hidden self-start lg:block print:hidden">
      <div className="mb-3 flex min-h-11 items-center gap-3 px-3.5">
        {user ? (
          <>
            <Avatar person={user} sizes="44px" className="size-11" />
            <div className="min-w-0">
              <p className="truncate font-bold">{user.name}</p>
              <p className="truncate text-sm text-ink-2">{user.email}</p>
            </div>
          </>
        ) : (
          <Skeleton className="h-11 w-44" />
        )}
      </div>
      <ul className="flex flex-col gap-1">
        {ACCOUNT_ENTRIES.map(({ name, to, icon: Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                classNames(row, isActive ? "bg-leaf-tint text-leaf" : "text-ink-2 hover:bg-sunken hover:text-ink")
              }
            >
              <Icon aria-hidden className="size-5" />
              {name}
            </NavLink>
          </li>
        ))}
        <li>
          <button
            type="button"
            disabled={busy}
            onClick={() => void logOut()}
            className={classNames(row, "text-ink-2 hover:bg-sunken hover:text-ink")}
          >
            <LogOut aria-hidden className="size-5" />
            Log Out
          </button>
        </li>
      </ul>
    </nav>
  );
}

function DashboardSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading">
      <Skeleton className="mb-6 h-9 w-44" />
      <Skeleton className="h-56 rounded-panel" />
    </div>
  );
}
