import { LogOut } from "lucide-react";
import { NavLink, Outlet, useLocation } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { isStaff } from "#shared/roles.ts";
import { useMenuCounts } from "#web/menu-counts.ts";
import { NeedsLogin } from "#web/session/needs-login.tsx";
import { useUser, useUserReload } from "./use-user.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { isBackOffice, paths } from "#web/paths.ts";
import { ThemeSwitch } from "#web/preferences/theme-switch.tsx";
import { t } from "#words/t.ts";
import type { User } from "../contract.ts";
import { Avatar } from "./avatar.tsx";
import { PersonName } from "./person-name.tsx";
import { useEntries } from "./use-entries.ts";
import { useLogOut } from "./use-log-out.ts";

export const meta = privateMeta(t("Account"));

const row = "flex w-full items-center gap-3.5 rounded-control px-3.5 font-semibold";

/**
 * The account's pages and, for the staff, the back office: a side menu on wide screens (LAY-4, NAV-7). Tables need room, so their
 * menu is a panel at the window's edge and the header is as wide as the window.
 */
export default function Dashboard() {
  const user = useUser();
  return (
    <div
      className={classNames(
        "dashboard page grid min-h-[calc(100dvh-5rem)] content-start gap-8 py-6 md:py-8 lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block",
        "in-data-admin:min-h-0 in-data-admin:max-w-none in-data-admin:md:py-6 in-data-admin:lg:py-0 in-data-admin:lg:pl-0",
      )}
    >
      <SideMenu user={user} dense={user !== undefined && isStaff(user.role)} />
      <div className="min-w-0 in-data-admin:max-w-[88rem] in-data-admin:lg:py-6">
        <NeedsLogin skeleton={<DashboardSkeleton />}>
          <Outlet />
        </NeedsLogin>
      </div>
    </div>
  );
}

function SideMenu({ user, dense }: { user: User | undefined; dense: boolean }) {
  const logOut = useLogOut();
  const reload = useUserReload();
  const groups = useEntries(user?.role);
  const counts = useMenuCounts();
  const { pathname } = useLocation();
  const quiet = "text-ink-2 hover:bg-sunken hover:text-ink";
  const height = dense ? "min-h-10" : "min-h-11";
  return (
    <nav
      aria-label={t("Account")}
      className={classNames(
        "needs-script sticky top-26 hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto lg:block print:hidden",
        "in-data-admin:top-(--header) in-data-admin:h-[calc(100dvh-var(--header))] in-data-admin:max-h-none",
        // The entries depend on the person, who is still loading.
        !user && !reload && "in-data-admin:*:invisible",
        "in-data-admin:border-r in-data-admin:border-line in-data-admin:bg-surface in-data-admin:px-2.5 in-data-admin:py-5",
      )}
    >
      <div className="mb-3 flex min-h-11 items-center gap-3 px-3.5">
        {reload ? (
          <Reload again={reload} className="" />
        ) : user ? (
          <>
            <Avatar person={user} sizes="44px" className="size-11" />
            <div className="min-w-0">
              <PersonName person={user} />
              <p className="truncate text-sm text-ink-2">{user.email}</p>
            </div>
          </>
        ) : (
          <Skeleton className="h-11 w-44" />
        )}
      </div>
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title || undefined}>
          {title && <h2 className="px-3.5 pt-3 pb-1.5 text-xs font-semibold text-ink-2">{title}</h2>}
          <ul className="flex flex-col gap-0.5">
            {entries.map(({ name, to, icon: Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.dashboard}
                  className={({ isActive }) => classNames(row, height, isActive ? "bg-leaf-tint text-leaf" : quiet)}
                >
                  <Icon aria-hidden className="size-5" />
                  {name}
                  {(counts[to] ?? 0) > 0 && (
                    <span className="ml-auto rounded-full bg-leaf-fill px-2 text-xs leading-5 font-bold text-on-leaf tabular-nums">
                      {counts[to]}
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <button type="button" onClick={() => void logOut()} className={classNames(row, height, "mt-0.5", quiet)}>
        <LogOut aria-hidden className="size-5" />
        {t("Log Out")}
      </button>
      {/* The back office has no footer, where it is otherwise. */}
      {isBackOffice(pathname) && (
        <div className="mt-4 flex px-3.5 pb-2">
          <ThemeSwitch />
        </div>
      )}
    </nav>
  );
}

function DashboardSkeleton() {
  return (
    <div aria-busy="true" aria-label={t("Loading")}>
      <Skeleton className="mb-6 h-9 w-44" />
      <Skeleton className="h-56 rounded-panel" />
    </div>
  );
}
