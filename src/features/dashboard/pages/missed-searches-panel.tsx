import { Link } from "react-router";
import { LEAST_LISTED } from "#features/search/report/contract.ts";
import { formatCount } from "#shared/count.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { FigureTable } from "./figure-table.tsx";
import { FigurePanel, Nothing } from "./figure-panel.tsx";
import { useMissedSearches } from "./use-figures.ts";

/** What shoppers searched for without finding it. */
export function MissedSearchesPanel() {
  return (
    <FigurePanel title={t("Searches without results")} lead={t("Last 30 days; we don't record who searched")} query={useMissedSearches()}>
      {(searches) =>
        searches.length === 0 ? (
          <Nothing>{t("No search came back empty {LEAST_LISTED} times or more.", { LEAST_LISTED })}</Nothing>
        ) : (
          <>
            <FigureTable
              caption={t("Searches without results")}
              head={[t("Search [noun]"), t("Times [count]")]}
              rows={searches.map(({ text, count }) => ({
                id: text,
                name: (
                  <Link to={paths.search(text)} className="line-clamp-1 hover:underline">
                    {text}
                  </Link>
                ),
                figures: [formatCount(count)],
              }))}
            />
            <Link
              to={adminPaths.searches}
              className="mt-2 inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
            >
              {t("See all searches and add synonyms")}
            </Link>
          </>
        )
      }
    </FigurePanel>
  );
}
