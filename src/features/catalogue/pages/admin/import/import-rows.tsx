import { ChevronDown } from "lucide-react";
import { ChangeList, said } from "#features/audit/pages/change-list.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { t } from "#words/t.ts";
import type { Outcome, ProductImport } from "../../../import/contract.ts";
import type { ImportRow } from "../../../import/row/contract.ts";
import { inWords } from "./import-words.ts";
import { useImportRows } from "./use-import.ts";

interface ImportRowsProps {
  one: ProductImport;
  outcome: Outcome;
}

/** The checked rows with one outcome. */
export function ImportRows({ one, outcome }: ImportRowsProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useImportRows(one, outcome);
  const rows = data?.pages.flatMap((page) => page.data);
  if (error && !rows) return <TryAgain title={t("We couldn't load the rows")} again={() => void refetch()} />;
  if (rows?.length === 0)
    return (
      <div className="panel">
        <EmptyState title={t("No Data")}>{NONE[outcome]}</EmptyState>
      </div>
    );
  return (
    <>
      <ul aria-busy={!rows} aria-label={rows ? t("Rows") : t("Loading")} className="panel divide-y divide-line">
        {rows?.map((row) => <Row key={row.no} row={row} one={one} />) ?? <Skeletons />}
      </ul>
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("Show more rows")}
          </Button>
        </div>
      )}
    </>
  );
}

const NONE: Record<Outcome, string> = {
  added: t("The file has no new products."),
  changed: t("No product in the shop would change."),
  same: t("No row is unchanged."),
  refused: t("Every row can be imported."),
};

function Row({ row, one }: { row: ImportRow; one: ProductImport }) {
  const { line, outcome, name, sku, reason, warnings, before, after } = row;
  return (
    <li className="grid gap-x-4 px-4 py-3 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
      <span className="text-sm text-ink-2 tabular-nums">{t("Line {line}", { line })}</span>
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {name || t("Without a name")}
          {sku && <span className="ml-2 inline-block text-sm font-normal text-ink-2">{sku}</span>}
        </p>
        {outcome === "refused" && <p className="mt-0.5 break-words text-tomato first-letter:uppercase">{inWords(reason)}</p>}
        {warnings.length > 0 && <p className="mt-0.5 text-sm break-words text-marigold-ink">{inWords(warnings.join("; "))}</p>}
        {outcome === "refused" && <Cells row={row} one={one} />}
        {outcome === "changed" && <ChangeList before={before} after={after} />}
        {outcome === "added" && <Facts of={after} />}
      </div>
    </li>
  );
}

/** What to show of a new product besides name and sku, in this order. */
const FACTS: [field: string, name: string][] = [
  ...([
    ["category", t("Category")],
    ["subCategory", t("Sub category")],
    ["brand", t("Brand")],
    ["unit", t("Unit")],
  ] satisfies [string, string][]),
  ...([
    ["price", t("Price")],
    ["discount", t("Discount")],
    ["stock", t("Stock")],
    ["image", t("Pictures")],
  ] satisfies [string, string][]),
  ...([
    ["description", t("Description")],
    ["more_details", t("Extra fields")],
  ] satisfies [string, string][]),
];

function Facts({ of }: { of: Record<string, unknown> }) {
  const told = FACTS.filter(([field]) => !isEmpty(of[field]) && (field !== "discount" || of[field] !== 0));
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {told.map(([field, name]) => (
        <div key={field} className="flex min-w-0 gap-x-1.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 break-words">
            {said(field, of[field])}
            {field === "discount" && " %"}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === null || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

/** A refused row as in the file, under its column names. */
function Cells({ row: { cells }, one: { columns } }: { row: ImportRow; one: ProductImport }) {
  const filled = cells.flatMap((cell, place) =>
    cell.trim() ? [{ name: columns[place]?.name || t("Column {number}", { number: place + 1 }), cell, place }] : [],
  );
  if (filled.length === 0) return null;
  return (
    <details className="group mt-1 text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 font-semibold text-ink-2 hover:text-ink">
        {t("The row in the file")}
        <ChevronDown aria-hidden className="size-4 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <dl className="mt-1 flex flex-col gap-1">
        {filled.map(({ name, cell, place }) => (
          <div key={place} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 break-words">{cell.length > 200 ? `${cell.slice(0, 200)}…` : cell}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Skeletons() {
  return Array.from({ length: 6 }, (_, place) => (
    <li key={place} className="px-4 py-3">
      <Skeleton className="h-10" />
    </li>
  ));
}
