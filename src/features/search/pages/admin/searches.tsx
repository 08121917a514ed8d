import { useState } from "react";
import { formatCount } from "#shared/count.ts";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { selectLook } from "#ui/field.tsx";
import { DownloadButton } from "#web/files/download-button.tsx";
import { call } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { exportSearches, LEAST_LISTED, RANGES, searchReport, type DayFigures } from "../../report/contract.ts";
import { Figures, SearchTable } from "./search-tables.tsx";
import { SynonymsPanel, useSynonymDialog } from "./synonyms-panel.tsx";

export const meta = privateMeta(t("Searches"));

/** What shoppers search for, what they find, and the synonyms that help them. */
export default function SearchesPage() {
  const [days, setDays] = useState<(typeof RANGES)[number]>(30);
  const report = usePersonal(["search-report", days], async () => (await call(searchReport, { days })).data);
  const synonyms = useSynonymDialog();
  const { top, missed, unclicked, days: perDay } = report.data ?? {};
  const failure = report.isError ? { title: t("We couldn't load the searches"), again: () => void report.refetch() } : undefined;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="heading text-3xl">{t("Searches")}</h1>
        <div className="flex gap-2.5 max-sm:w-full">
          <select
            aria-label={t("Days")}
            value={days}
            onChange={(event) => setDays(RANGES.find((range) => range === Number(event.target.value)) ?? 30)}
            className={`${selectLook} min-h-11 max-sm:grow sm:w-44`}
          >
            {RANGES.map((range) => (
              <option key={range} value={range}>
                {range === 365 ? t("Last year") : t("Last {range} days", { range })}
              </option>
            ))}
          </select>
          <DownloadButton name={t("searches.csv")} endpoint={exportSearches} input={{ days }} />
        </div>
      </div>
      <p className="mb-5 max-w-3xl text-ink-2">
        {t(
          "Counted without recording who searched. A search is listed once it was made {LEAST_LISTED} times; rarer ones count in the totals only. Everything is deleted after a year.",
          { LEAST_LISTED },
        )}
      </p>
      <Figures days={perDay} />
      <div className="mt-6 grid gap-x-4 gap-y-6 2xl:grid-cols-2">
        <Section title={t("Searches without results")}>
          <SearchTable
            label={t("Searches without results")}
            rows={missed}
            failure={failure}
            columns={["searched"]}
            onSynonym={synonyms.add}
          >
            {t("Every listed search found something.")}
          </SearchTable>
        </Section>
        <Section title={t("Top searches")}>
          <SearchTable label={t("Top searches")} rows={top} failure={failure} columns={["searched", "found", "clicked", "added", "bought"]}>
            {t("No search was made often enough to be listed.")}
          </SearchTable>
        </Section>
        <Section title={t("Found, but nothing opened")}>
          <SearchTable
            label={t("Searches with no results opened")}
            rows={unclicked}
            failure={failure}
            columns={["found"]}
            onSynonym={synonyms.add}
          >
            {t("Something was opened or added after every listed search.")}
          </SearchTable>
        </Section>
        <Section title={t("By day")}>
          <DataTable
            label={t("Searches by day")}
            columns={DAY_COLUMNS}
            rows={perDay}
            rowId={({ day }) => day}
            failure={failure}
            empty={<EmptyState title={t("No Data")}>{t("Nobody searched in this time.")}</EmptyState>}
          />
        </Section>
      </div>
      <SynonymsPanel dialog={synonyms} />
    </>
  );
}

const dayName = new Intl.DateTimeFormat(t("en-US"), { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });

const DAY_COLUMNS: Column<DayFigures>[] = [
  { id: "day", header: t("Day"), cell: ({ day }) => <time dateTime={day}>{dayName.format(new Date(day))}</time>, sortBy: ({ day }) => day },
  {
    id: "searched",
    header: t("Searches"),
    cell: ({ searched }) => formatCount(searched),
    sortBy: ({ searched }) => searched,
    numeric: true,
  },
  { id: "found", header: t("Found [searches]"), cell: ({ found }) => formatCount(found), numeric: true },
  { id: "clicked", header: t("Opened"), cell: ({ clicked }) => formatCount(clicked), numeric: true },
  { id: "added", header: t("Added [searches]"), cell: ({ added }) => formatCount(added), numeric: true },
  { id: "bought", header: t("Bought [searches]"), cell: ({ bought }) => formatCount(bought), numeric: true },
];

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="heading mb-3 text-xl">{title}</h2>
      {children}
    </section>
  );
}
