import { Suspense, useRef, useState } from "react";
import { ChevronDown, CircleUserRound } from "lucide-react";
import { Link } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { useEarlyPress } from "#web/early-press.ts";
import { lazy } from "#web/loading/lazy.ts";
import { paths } from "#web/paths.ts";
import { useSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { useUser } from "./use-user.ts";
import { PersonIcon } from "./avatar.tsx";
import { useAdminMark } from "./use-admin-mark.ts";

const load = () => import("./account-menu.tsx");
const AccountMenu = lazy(load);
const prepare = () => void load();

const look = "h-13 min-w-30 items-center justify-center gap-2 rounded-button font-semibold whitespace-nowrap hover:bg-sunken";
const wide = `inline-flex ${look}`;

/** Login or the Account dropdown in the header (LAY-1); on phones an icon that leads to `/user` (NAV-6). */
export function AccountButton() {
  const user = useUser();
  useAdminMark(user);
  return (
    <>
      <Link to={paths.user} aria-label={t("Account")} className="grid size-11 place-items-center rounded-control hover:bg-sunken md:hidden">
        <PersonIcon person={user} />
      </Link>
      <WideAccountButton />
    </>
  );
}

function WideAccountButton() {
  const { status } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<boolean>();
  useEarlyPress(place, () => setOpen(true));
  return (
    <div ref={place} className="hidden h-13 min-w-30 md:block">
      {status === "signed-in" ? <Account open={open} setOpen={setOpen} /> : <Entry isUnknown={status === "unknown"} />}
    </div>
  );
}

function Entry({ isUnknown }: { isUnknown: boolean }) {
  return (
    <>
      <Link to={paths.login} className={classNames(wide, isUnknown && "in-data-signed-in:hidden")}>
        <CircleUserRound aria-hidden className="size-6" />
        {t("Login")}
      </Link>
      {isUnknown && (
        // Cached pages are the same for everyone: a script in the head marks that somebody is signed in, so that nothing flickers.
        <button type="button" aria-haspopup="menu" data-early="" className={classNames(look, "hidden in-data-signed-in:inline-flex")}>
          <AccountWords />
        </button>
      )}
    </>
  );
}

function AccountWords() {
  const user = useUser();
  return (
    <>
      <PersonIcon person={user} />
      {t("Account")}
      <ChevronDown aria-hidden className="size-4" />
    </>
  );
}

interface AccountProps {
  /** Undefined until it was asked for. */
  open: boolean | undefined;
  setOpen: (open: boolean) => void;
}

function Account({ open, setOpen }: AccountProps) {
  // The menu replaces this button only when it is opened, so that a focused button keeps the focus.
  const stand = (
    <button type="button" aria-haspopup="menu" className={wide} onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen(true)}>
      <AccountWords />
    </button>
  );
  if (open === undefined) return stand;
  return (
    <Suspense fallback={stand}>
      <AccountMenu className={wide} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
