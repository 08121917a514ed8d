import { useMemo, useState, type ReactNode } from "react";
import {
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
  type SortingState,
  type Updater,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { classNames } from "./class-names.ts";
import { EmptyState } from "./empty-state.tsx";
import { Skeleton } from "./skeleton.tsx";
import { TryAgain } from "./try-again.tsx";

/** A column of a {@link DataTable}. */
export interface Column<Row extends RowData> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** What it is sorted by; a column without it cannot be sorted. */
  sortBy?: (row: Row) => string | number;
  /** Numbers stand at the right and begin with the largest. */
  numeric?: boolean;
  /** Stays in view at the right where the table is wider than its place: for what is done with a row. */
  pinned?: boolean;
}

/** By which column rows are sorted. */
export interface Sort {
  id: string;
  desc: boolean;
}

interface DataTableProps<Row extends RowData> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loaded. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** What stands there when the rows could not be loaded. */
  failure?: { title: string; again: () => void } | undefined;
  /** What stands there when there are none; "No Data" by default. */
  empty?: ReactNode;
  /** The order the rows come in; with `onSort` somebody else sorts them, such as the server. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** What is done by a click on a row beside its own links and buttons; offer the same as a button too. */
  onRow?: (row: Row) => void;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

const compare = (a: unknown, b: unknown) => (typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : Number(a) - Number(b));

const cellLook = "px-4 first:sticky first:left-0";
const pinnedLook = "sticky right-0 max-md:border-l";

/** Rows of 48 px under a head that stays, as does the first column where the table is wider than its place. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, failure, empty, onRow } = props;
  const [own, setOwn] = useState<SortingState>(props.sort ? [props.sort] : []);
  const sorting = props.onSort ? (props.sort ? [props.sort] : []) : own;
  const sortWith = (update: Updater<SortingState>) => {
    const next = functionalUpdate(update, sorting);
    if (!props.onSort) setOwn(next);
    else if (next[0]) props.onSort(next[0]);
  };
  const definitions = useMemo(() => columns.map(definition), [columns]);
  const table = useTable({
    features,
    data: rows ?? NONE,
    columns: definitions,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: sortWith,
    manualSorting: props.onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
  });
  const numeric = new Set(columns.filter((column) => column.numeric).map(({ id }) => id));
  const pinned = new Set(columns.filter((column) => column.pinned).map(({ id }) => id));
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);

  if (failure && !rows)
    return (
      <Frame>
        <TryAgain {...failure} />
      </Frame>
    );
  if (rows?.length === 0) return <Frame>{empty ?? <EmptyState title="No Data" />}</Frame>;
  return (
    // A keyboard scrolls what has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} tabIndex={0} className="panel max-h-[max(26rem,calc(100dvh-11rem))] overflow-auto overscroll-x-contain">
      <table aria-busy={!rows || undefined} className="w-full border-separate border-spacing-0 text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {headers.map(({ id, column }) => (
              <th
                key={id}
                scope="col"
                aria-sort={ariaSort(column.getIsSorted())}
                className={classNames(
                  cellLook,
                  "sticky top-0 z-10 h-11 border-b border-line bg-sunken font-semibold whitespace-nowrap text-ink-2 first:z-20",
                  numeric.has(id) && "text-right",
                  pinned.has(id) && `${pinnedLook} z-20`,
                )}
              >
                {column.getCanSort() ? (
                  <SortButton sorted={column.getIsSorted()} onPress={column.getToggleSortingHandler()}>
                    {columns.find((one) => one.id === id)?.header}
                  </SortButton>
                ) : (
                  columns.find((one) => one.id === id)?.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows ? (
            table.getRowModel().rows.map((row) => <Line key={row.id} row={row.original} columns={columns} onRow={onRow} />)
          ) : (
            <Waiting columns={columns.length} />
          )}
        </tbody>
      </table>
    </section>
  );
}

const NONE: readonly never[] = [];

function definition<Row extends RowData>({ id, sortBy, numeric = false }: Column<Row>): ColumnDef<typeof features, Row> {
  if (!sortBy) return { id, enableSorting: false };
  return { id, accessorFn: sortBy, sortFn: (a, b) => compare(a.getValue(id), b.getValue(id)), sortDescFirst: numeric };
}

const ariaSort = (sorted: false | "asc" | "desc") => (sorted ? (sorted === "asc" ? "ascending" : "descending") : undefined);

interface SortButtonProps {
  sorted: false | "asc" | "desc";
  onPress: ((event: unknown) => void) | undefined;
  children: ReactNode;
}

function SortButton({ sorted, onPress, children }: SortButtonProps) {
  const Icon = sorted ? (sorted === "asc" ? ArrowUp : ArrowDown) : ChevronsUpDown;
  return (
    <button type="button" onClick={onPress} className="touch -mx-2 inline-flex min-h-8 items-center gap-1 rounded-tag px-2 hover:text-ink">
      {children}
      <Icon aria-hidden className={classNames("size-3.5", sorted ? "text-leaf" : "text-ink-3")} />
    </button>
  );
}

interface LineProps<Row extends RowData> {
  row: Row;
  columns: readonly Column<Row>[];
  onRow: ((row: Row) => void) | undefined;
}

function Line<Row extends RowData>({ row, columns, onRow }: LineProps<Row>) {
  return (
    // The same is offered to the keyboard by a button in the row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      className={classNames("group", onRow && "cursor-pointer")}
      onClick={(event) => {
        if (onRow && !(event.target as Element).closest("a, button, input, select, label")) onRow(row);
      }}
    >
      {columns.map(({ id, cell, numeric = false, pinned = false }) => (
        <td
          key={id}
          className={classNames(
            cellLook,
            "h-12 border-b border-line bg-surface py-1.5 group-last:border-b-0 group-hover:bg-leaf-wash first:z-[1]",
            numeric && "text-right tabular-nums",
            pinned && `${pinnedLook} z-[1]`,
          )}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

const WAITING = Array.from({ length: 8 }, (_, row) => row);

function Waiting({ columns }: { columns: number }) {
  return WAITING.map((row) => (
    <tr key={row}>
      <td colSpan={columns} className="h-12 border-b border-line px-4">
        <Skeleton className="h-5" />
      </td>
    </tr>
  ));
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="panel">{children}</div>;
}
