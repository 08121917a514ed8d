import type { ReactNode } from "react";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { formatCount } from "#shared/count.ts";
import { Button } from "#ui/button.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import type { DayFigures, SearchFigures } from "../../report/contract.ts";

type Figure = "searched" | "found" | "clicked" | "added" | "bought";

const NAMES: Record<Figure, string> = {
  searched: t("Searches"),
  found: t("Found [searches]"),
  clicked: t("Opened"),
  added: t("Added [searches]"),
  bought: t("Bought [searches]"),
};

interface SearchTableProps {
  label: string;
  /** Undefined while they are loaded. */
  rows: readonly SearchFigures[] | undefined;
  failure: { title: string; again: () => void } | undefined;
  columns: readonly Figure[];
  /** Offers to add a synonym for the search. */
  onSynonym?: (text: string) => void;
  /** Shown when there are none. */
  children: ReactNode;
}

/** Searches with their figures. */
export function SearchTable({ label, rows, failure, columns, onSynonym, children }: SearchTableProps) {
  return (
    <DataTable
      label={label}
      columns={columnsOf(columns, onSynonym)}
      rows={rows}
      rowId={({ text }) => text}
      failure={failure}
      empty={<EmptyState title={t("No Data")}>{children}</EmptyState>}
    />
  );
}

function columnsOf(columns: readonly Figure[], onSynonym: SearchTableProps["onSynonym"]): Column<SearchFigures>[] {
  return [
    {
      id: "text",
      header: t("Search [noun]"),
      cell: ({ text }) => (
        <Link to={paths.search(text)} className="line-clamp-2 min-w-32 wrap-anywhere hover:underline">
          {text}
        </Link>
      ),
      sortBy: ({ text }) => text,
    },
    ...columns.map((name): Column<SearchFigures> => ({
      id: name,
      header: NAMES[name],
      cell: (row) => formatCount(row[name]),
      sortBy: (row) => row[name],
      numeric: true,
    })),
    ...(onSynonym
      ? [
          {
            id: "synonym",
            header: <span className="sr-only">{t("Synonym")}</span>,
            cell: ({ text }: SearchFigures) => (
              <Button
                kind="quiet"
                size="small"
                aria-label={t("Add synonym for {text}", { text })}
                onClick={() => onSynonym(text)}
                className="whitespace-nowrap"
              >
                <Plus aria-hidden className="size-4 md:hidden" />
                <span className="max-md:sr-only">{t("Add synonym")}</span>
              </Button>
            ),
            pinned: true,
          },
        ]
      : []),
  ];
}

/** The sums of all days. */
export function Figures({ days }: { days: readonly DayFigures[] | undefined }) {
  const sum = (name: Figure) => (days ?? []).reduce((all, day) => all + day[name], 0);
  const searched = sum("searched");
  const share = (name: Figure) => (searched > 0 ? t("{share}% of searches", { share: Math.round((100 * sum(name)) / searched) }) : "");
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      {(["searched", "found", "clicked", "added", "bought"] as const).map((name) => (
        <div key={name} className="panel p-4">
          <dt className="text-sm text-ink-2">{NAMES[name]}</dt>
          <dd>
            {days ? <span className="text-2xl font-bold tabular-nums">{formatCount(sum(name))}</span> : <Skeleton className="h-7 w-20" />}
            <span className="block min-h-5 text-sm text-ink-2">{name !== "searched" && share(name)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
