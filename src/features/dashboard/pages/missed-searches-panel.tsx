import { Link } from "react-router";
import { paths } from "#web/paths.ts";
import { FigureTable } from "./figure-table.tsx";
import { Nothing, Panel } from "./panel.tsx";
import { useMissedSearches } from "./use-figures.ts";

/** What shoppers looked for in vain: what to offer next. */
export function MissedSearchesPanel() {
  return (
    <Panel title="Searches that found nothing" lead="The last 30 days; nobody notes who searched" read={useMissedSearches()}>
      {(searches) =>
        searches.length === 0 ? (
          <Nothing>Every search found something.</Nothing>
        ) : (
          <FigureTable
            caption="Searches that found nothing"
            head={["Search", "Times"]}
            rows={searches.map(({ text, count }) => ({
              id: text,
              name: (
                <Link to={paths.search(text)} className="line-clamp-1 hover:underline">
                  {text}
                </Link>
              ),
              figures: [count.toLocaleString("en-US")],
            }))}
          />
        )
      }
    </Panel>
  );
}
