import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";

export interface Crumb {
  name: string;
  path: string;
}

/** The first crumb. */
export const HOME: Crumb = { name: t("Home"), path: paths.home };

/** The path from home to this page. `current` marks the last crumb as this page; phones hide it, since the title shows it. */
export function Breadcrumbs({ crumbs, current = false }: { crumbs: readonly Crumb[]; current?: boolean }) {
  return (
    <nav aria-label={t("Breadcrumb")} className="py-3.5">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        {crumbs.map(({ name, path }, place) => {
          const here = current && place === crumbs.length - 1;
          return (
            <li key={path} className={`flex items-center gap-2 ${here ? "max-sm:hidden" : ""}`}>
              {place > 0 && <ChevronRight aria-hidden className="size-4" />}
              {here ? (
                <span aria-current="page" className="py-1 font-semibold text-ink">
                  {name}
                </span>
              ) : (
                <Link to={path} className="py-1 hover:text-leaf hover:underline">
                  {name}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
