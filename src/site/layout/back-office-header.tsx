import { Store } from "lucide-react";
import { Link } from "react-router";
import { imageAddress, keyOfAddress } from "#features/files/rules.ts";
import { AccountButton } from "#features/account/pages/account-button.tsx";
import { useUser } from "#features/account/pages/use-user.ts";
import { FindBox } from "#features/back-office/pages/find-box.tsx";
import { OrderBell } from "#features/orders/pages/admin/bell/order-bell.tsx";
import { SoundSwitch } from "#features/orders/pages/admin/bell/sound-switch.tsx";
import type { Face } from "#shared/face.ts";
import { may } from "#shared/roles.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { WaitingComplaints } from "./waiting-complaints.tsx";
import { wordmark } from "./wordmark.ts";

/** The slim header of the back office: the shop's name, one search, the way back to the shop, and the account. */
export default function BackOfficeHeader({ face }: { face: Face }) {
  const user = useUser();
  return (
    <header className="sticky top-0 z-40 h-14 border-b border-line bg-surface print:hidden">
      <div className="flex h-full items-center gap-2 px-3 md:gap-4 md:px-5">
        <Link
          to={paths.dashboard}
          aria-label={t("{shop}, back office", { shop: face.name })}
          className="flex shrink-0 items-center gap-2.5 rounded-control py-1 lg:w-52"
        >
          <Mark logo={face.logo} />
          <span className={`${wordmark(face.name)} line-clamp-2 text-xl leading-[1.1] max-lg:hidden`}>{face.name}</span>
        </Link>
        {/* On phones it covers the rest of the header while somebody searches. */}
        <div className="min-w-0 grow md:max-w-160 max-md:has-focus:absolute max-md:has-focus:inset-x-3 max-md:has-focus:z-1">
          {user ? (
            may(user.role, "manager") && <FindBox /> // An empty place until it is known who is logged in.
          ) : (
            <div aria-hidden className="hidden h-10 rounded-full border border-line-2 bg-paper in-data-admin:block" />
          )}
        </div>
        <div className="ml-auto flex shrink-0 items-center md:gap-2">
          {!user && <div aria-hidden className="hidden h-11 w-22 in-data-admin:block" />}
          <WaitingComplaints />
          {user && may(user.role, "picker") && (
            <>
              <SoundSwitch />
              <OrderBell to={may(user.role, "manager") ? adminPaths.allOrders : adminPaths.pick()} />
            </>
          )}
          <Link
            to={paths.home}
            className="grid size-11 place-items-center rounded-control font-semibold hover:bg-sunken md:inline-flex md:w-auto md:gap-2 md:px-3"
          >
            <Store aria-hidden className="size-5" />
            <span className="max-md:sr-only">{t("View shop")}</span>
          </Link>
          <AccountButton />
        </div>
      </div>
    </header>
  );
}

/** The shop's picture if it is square, else the mark of Despensa. */
function Mark({ logo }: { logo: string }) {
  const uploaded = keyOfAddress(logo);
  if (uploaded) return <img src={imageAddress(uploaded, 160)} alt="" width={32} height={32} className="size-8 rounded-tag" />;
  return <img src={logo || "/favicon.svg"} alt="" width={28} height={28} className="h-7 w-auto max-w-24" />;
}
