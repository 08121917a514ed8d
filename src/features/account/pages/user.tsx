import { ChevronRight, Languages, LogOut } from "lucide-react";
import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { NeedsScript } from "#web/needs-script.tsx";
import { LanguageLink } from "#web/preferences/language-link.tsx";
import { paths } from "#web/paths.ts";
import { useSession } from "#web/session/session.ts";
import { useUser, useUserReload } from "./use-user.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import type { Role } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { Avatar } from "./avatar.tsx";
import { PersonName } from "./person-name.tsx";
import { useEntries } from "./use-entries.ts";
import { useLogOut } from "./use-log-out.ts";

export const meta = privateMeta(t("Account"));

const row = "flex min-h-14 w-full items-center gap-4 px-4.5 text-left font-semibold hover:bg-sunken";

/** The account menu of phones (NAV-6, LAY-6). */
export default function UserMenu() {
  const { status } = useSession();
  const user = useUser();
  const reload = useUserReload();
  return (
    <div className="page max-w-2xl py-6">
      <h1 className="heading text-3xl">{t("Account")}</h1>
      {status === "signed-out" ? (
        <>
          <SignedOut />
          <Language />
        </>
      ) : (
        <NeedsScript>
          <div className="mt-3 flex min-h-14 items-center gap-3.5">
            {reload ? (
              <Reload again={reload} className="" />
            ) : user ? (
              <>
                <Avatar person={user} sizes="56px" className="size-14 text-xl" />
                <div className="min-w-0">
                  <PersonName person={user} />
                  <p className="truncate text-ink-2">{user.email}</p>
                </div>
              </>
            ) : (
              <Skeleton className="h-14 w-52" />
            )}
          </div>
          <Entries role={user?.role} />
        </NeedsScript>
      )}
    </div>
  );
}

function Entries({ role }: { role: Role | undefined }) {
  const logOut = useLogOut();
  const groups = useEntries(role);
  return (
    <>
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title || undefined} className="mt-4">
          {title && <h2 className="px-1 pb-2 text-sm font-semibold text-ink-2">{title}</h2>}
          <ul className="panel divide-y divide-line overflow-hidden">
            {entries.map(({ name, to, icon: Icon }) => (
              <li key={to}>
                <Link to={to} className={row}>
                  <Icon aria-hidden className="size-5 text-ink-2" />
                  <span className="flex-1">{name}</span>
                  <ChevronRight aria-hidden className="size-5 text-ink-3" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Language />
      <button type="button" className={classNames("panel mt-4", row)} onClick={() => void logOut()}>
        <LogOut aria-hidden className="size-5 text-ink-2" />
        {t("Log Out")}
      </button>
    </>
  );
}

function Language() {
  return (
    <div className={classNames("panel relative mt-4", row)}>
      <Languages aria-hidden className="size-5 text-ink-2" />
      <LanguageLink className="flex-1 after:absolute after:inset-0" />
    </div>
  );
}

function SignedOut() {
  return (
    <div className="panel mt-4 flex flex-col gap-3 p-5">
      <p className="mb-1 text-ink-2">{t("Log in to order and to see your orders and addresses.")}</p>
      <Link to={paths.login} className={buttonLook({ size: "large" })}>
        {t("Login")}
      </Link>
      <Link to={paths.register} className={buttonLook({ kind: "outline", size: "large" })}>
        {t("Register")}
      </Link>
    </div>
  );
}
