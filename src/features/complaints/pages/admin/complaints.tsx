import { Suspense } from "react";
import { FileDown } from "lucide-react";
import { Link, NavLink, useNavigate, useParams, useSearchParams } from "react-router";
import { formatDay } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { call } from "#web/call.ts";
import { saveDocument } from "#web/files/save-document.ts";
import { lazy } from "#web/loading/lazy.ts";
import { MoreButton } from "#web/more-button.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { usePersonalPages } from "#web/use-personal-pages.ts";
import { plural, t } from "#words/t.ts";
import { exportComplaints, listComplaints, LISTS, type ComplaintRow, type List } from "../../contract.ts";
import { BOOK_ZONE, dueInWords, kindName } from "../../sheet/rules.ts";
import { LeftBadge } from "./left-badge.tsx";

export const meta = privateMeta(t("Complaints"));

const LIST_WORDS: Readonly<Record<List, string>> = { open: t("Open [complaints]"), answered: t("Answered") };

const ComplaintPage = lazy(() => import("./complaint.tsx"));

/** The complaints book in the back office: the list and, below it, one complaint. */
export default function Complaints() {
  const { complaintId } = useParams();
  if (!complaintId) return <ComplaintList />;
  return (
    <Suspense>
      <ComplaintPage key={complaintId} complaintId={complaintId} />
    </Suspense>
  );
}

/** Complaints that wait for an answer, the most urgent first, and answered ones. */
function ComplaintList() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const list = LISTS.find((one) => one === parameters.get("list")) ?? "open";
  const { rows, query } = usePersonalPages(["complaints", list], (before, options) => call(listComplaints, { list, ...before }, options));
  const waiting = query.data?.pages.at(-1)?.waiting;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="heading text-3xl">{t("Complaints")}</h1>
        <Button kind="quiet" onClick={() => void saveDocument(t("complaints.csv"), exportComplaints, undefined)}>
          <FileDown aria-hidden className="size-5" />
          {t("Export")}
        </Button>
      </div>
      <nav aria-label={t("Complaints")} className="mb-5 flex flex-wrap items-center gap-2">
        {LISTS.map((one) => (
          <NavLink
            key={one}
            to={one === "open" ? adminPaths.complaints : `${adminPaths.complaints}?list=${one}`}
            aria-current={one === list ? "page" : undefined}
            className={classNames(
              "flex min-h-11 items-center gap-2 rounded-control border px-4 font-semibold",
              one === list ? "border-leaf bg-leaf-tint text-leaf" : "border-line-2 bg-surface hover:bg-sunken",
            )}
          >
            {LIST_WORDS[one]}
            {one === "open" && waiting && <span className="text-sm">{waiting.open}</span>}
          </NavLink>
        ))}
        {waiting && waiting.overdue > 0 && <Badge tone="red">{plural(waiting.overdue, "{count} overdue", "{count} overdue")}</Badge>}
      </nav>
      <DataTable
        label={t("Complaints")}
        columns={columnsOf(list)}
        rows={query.isPlaceholderData ? undefined : rows}
        rowId={({ _id }) => _id}
        onRow={({ _id }) => void navigate(adminPaths.complaint(_id))}
        failure={query.isError ? { title: t("We couldn't load the complaints"), again: () => void query.refetch() } : undefined}
        empty={
          <EmptyState title={list === "open" ? t("Everything is answered") : t("No Data")}>
            <p>{list === "open" ? t("Complaints from the Libro de Reclamaciones appear here.") : t("Answered complaints appear here.")}</p>
          </EmptyState>
        }
      />
      <MoreButton query={query} />
    </>
  );
}

function columnsOf(list: List): Column<ComplaintRow>[] {
  return [
    {
      id: "number",
      header: t("Number"),
      cell: ({ _id, number, name }) => (
        <div className="w-36 sm:w-auto">
          <Link to={adminPaths.complaint(_id)} className="font-semibold whitespace-nowrap tabular-nums hover:text-leaf hover:underline">
            {number}
          </Link>
          <p className="truncate text-xs text-ink-2 md:hidden">{name}</p>
        </div>
      ),
    },
    ...(list === "open"
      ? [{ id: "left", header: t("Time left"), cell: ({ left }: ComplaintRow) => left && <LeftBadge left={left} /> }]
      : []),
    { id: "name", header: t("Name"), from: "md", cell: ({ name }) => <span className="block max-w-80 truncate">{name}</span> },
    { id: "kind", header: t("Type"), from: "md", cell: ({ kind }) => <span className="whitespace-nowrap">{kindName(kind)}</span> },
    {
      id: "filed",
      header: t("Date"),
      from: "md",
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDay(createdAt, BOOK_ZONE, "medium")}
        </time>
      ),
    },
    { id: "due", header: t("Due"), from: "xl", cell: ({ dueOn }) => <span className="whitespace-nowrap">{dueInWords(dueOn)}</span> },
  ];
}
