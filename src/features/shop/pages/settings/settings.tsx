import type { ComponentType } from "react";
import { NavLink, useParams } from "react-router";
import { History } from "#features/audit/pages/history.tsx";
import { classNames } from "#ui/class-names.ts";
import { Loaded } from "#ui/panel.tsx";
import { call } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { readSettings } from "../../settings/contract.ts";
import { BookGroup } from "./book-group.tsx";
import { ConnectionsGroup } from "./connections-group.tsx";
import { EmailsGroup } from "./emails-group.tsx";
import { HomeGroup } from "./home-group.tsx";
import { OrdersGroup } from "./orders-group.tsx";
import { SalesGroup } from "./sales-group.tsx";
import { ShopGroup } from "./shop-group.tsx";
import { TextsGroup } from "./texts-group.tsx";
import type { KnownSettings } from "./use-settings-form.ts";

export const meta = privateMeta(t("Settings"));

interface Group {
  name: string;
  /** The last part of its address; the first group has none. */
  path?: string;
  Form: ComponentType<{ known: KnownSettings }>;
}

const GROUPS: readonly Group[] = [
  { name: t("Shop"), Form: ShopGroup },
  { name: t("Home page"), path: "home", Form: HomeGroup },
  { name: t("Texts"), path: "texts", Form: TextsGroup },
  { name: t("Stock and sales"), path: "sales", Form: SalesGroup },
  { name: t("Orders"), path: "orders", Form: OrdersGroup },
  { name: t("Connections"), path: "connections", Form: ConnectionsGroup },
  { name: t("Emails"), path: "emails", Form: EmailsGroup },
  { name: t("Libro de Reclamaciones"), path: "complaints-book", Form: BookGroup },
];

/** The settings of the shop, in groups that are saved one by one. */
export default function SettingsPage() {
  const { group: path } = useParams();
  const group = GROUPS.find((one) => one.path === path) ?? GROUPS[0]!;
  const settings = usePersonal(["settings"], async () => (await call(readSettings, undefined)).data);
  const { Form } = group;
  return (
    <>
      <h1 className="heading mb-4 text-3xl">{t("Settings")}</h1>
      <nav aria-label={t("Settings")} className="mb-5">
        <ul className="flex flex-wrap gap-2">
          {GROUPS.map(({ name, path: to }) => (
            <li key={name}>
              <NavLink
                to={adminPaths.settings(to)}
                end
                className={({ isActive }) =>
                  classNames(
                    "flex min-h-11 items-center rounded-control border px-4 font-semibold whitespace-nowrap",
                    isActive ? "border-leaf bg-leaf-tint text-leaf" : "border-line-2 bg-surface hover:bg-sunken",
                  )
                }
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-3xl">
        <Loaded query={settings}>{(known) => <Form key={group.name} known={known} />}</Loaded>
        <History kind="settings" id="settings" />
      </div>
    </>
  );
}
