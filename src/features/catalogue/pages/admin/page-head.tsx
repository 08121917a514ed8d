import type { ReactNode } from "react";
import { ChevronDown, History } from "lucide-react";
import { Menu, MenuLink } from "#ui/menu.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { t } from "#words/t.ts";
import type { CatalogueKind } from "../../admin/contract.ts";

interface PageHeadProps {
  title: string;
  kind: CatalogueKind;
  /** Further items of the More menu. */
  more?: ReactNode;
  /** The primary action, which stays at the right. */
  children: ReactNode;
}

/** The title of a catalogue list with its primary action, and the rest under More. */
export function PageHead({ title, kind, more, children }: PageHeadProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 className="heading text-3xl">{title}</h1>
      <div className="flex gap-2.5 max-sm:w-full max-sm:[&>:last-child]:grow">
        <Menu label={t("More")} icon={ChevronDown}>
          {more}
          <MenuLink icon={History} to={adminPaths.deleted(kind)}>
            {t("Recently deleted")}
          </MenuLink>
        </Menu>
        {children}
      </div>
    </div>
  );
}
