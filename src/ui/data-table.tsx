import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { t } from "#words/t.ts";
import { classNames } from "./class-names.ts";
import { EmptyState } from "./empty-state.tsx";
import { moveHead } from "./move-head.ts";
import { Skeleton } from "./skeleton.tsx";
import { TryAgain } from "./failure/try-again.tsx";

const FROM = { md: "max-md:hidden", xl: "max-xl:hidden" } as const;

/** A column of a {@link DataTable}. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The value to sort by; without it the column cannot be sorted. */
  sortBy?: (row: Row) => string | number;
  /** Aligned right, and sorted from the largest first. */
  numeric?: boolean;
  /** Hidden on narrower screens. */
  from?: keyof typeof FROM;
  /** Stays in view at the right when the table scrolls sideways: for the actions of a row. */
  pinned?: boolean;
}

/** The column that rows are sorted by. */
export interface Sort {
  id: string;
  desc: boolean;
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loaded. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Shown when the rows could not be loaded. */
  failure?: { title: string; again: () => void } | undefined;
  /** Shown when there are no rows; "No Data" by default. */
  empty?: ReactNode;
  /** The initial sort; with `onSort` the current one, and the rows come sorted, for example by the server. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** Called on a click on a row outside its own links and buttons; offer the same as a button too. */
  onRow?: (row: Row) => void;
}

const cellLook = "px-4 first:sticky first:left-0";
const pinnedLook = "sticky right-0 max-md:border-l";

/**
 * Rows of 48 px. The page is what scrolls, with the head in view below the page's header. A table wider than its place scrolls sideways,
 * with the first column in view.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, failure, empty, onRow } = props;
  const [own, setOwn] = useState(props.sort);
  const sort = props.onSort ? props.sort : own;
  const onSort = props.onSort ?? setOwn;
  const sortsHere = props.onSort === undefined;
  const { place, head, isWider } = useWidth();
  const sorted = useMemo(() => (rows && sortsHere ? sortRows(rows, columns, sort) : rows), [rows, columns, sort, sortsHere]);

  if (failure && !rows)
    return (
      <Frame>
        <TryAgain {...failure} />
      </Frame>
    );
  if (rows?.length === 0) return <Frame>{empty ?? <EmptyState title={t("No Data")} />}</Frame>;
  return (
    <section
      ref={place}
      aria-label={label}
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classNames("panel", isWider && "overflow-x-auto overscroll-x-contain")}
    >
      <table
        aria-busy={!rows || undefined}
        // Clipped, because which cell is in a corner depends on the screen; `overflow` would keep the head from sticking to the page.
        className="w-full border-separate border-spacing-0 text-left text-sm [clip-path:inset(0_round_calc(var(--radius-panel)-1px))]"
      >
        <caption className="sr-only">{label}</caption>
        <thead ref={head}>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={sort?.id === column.id ? (sort.desc ? "descending" : "ascending") : undefined}
                className={classNames(
                  cellLook,
                  "sticky z-10 h-11 scroll-mt-(--header) border-b border-line bg-sunken font-semibold whitespace-nowrap text-ink-2",
                  isWider ? "top-0" : "top-(--header)",
                  "first:z-20",
                  column.numeric && "text-right",
                  column.pinned && `${pinnedLook} z-20`,
                  column.from && FROM[column.from],
                )}
              >
                {column.sortBy ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted ? (
            sorted.map((row) => <Line key={rowId(row)} row={row} columns={columns} onRow={onRow} />)
          ) : (
            <Waiting columns={columns.length} />
          )}
        </tbody>
      </table>
    </section>
  );
}

/**
 * Whether the table is wider than its place. In an element that scrolls sideways, `position: sticky` doesn't follow the page's scroll, so
 * the head is moved by script.
 */
function useWidth() {
  const [isWider, setWider] = useState(false);
  const head = useRef<HTMLTableSectionElement>(null);
  const place = useCallback((element: HTMLElement) => {
    const stick = () => moveHead(element, head.current, head.current?.querySelector("th"));
    const measure = () => {
      setWider(element.scrollWidth > element.clientWidth);
      stick();
    };
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    addEventListener("scroll", stick, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      removeEventListener("scroll", stick);
    };
  }, []);
  return { place, head, isWider };
}

function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.id)?.sortBy;
  if (!sort || !sortBy) return rows;
  const direction = sort.desc ? -1 : 1;
  return rows.toSorted((a, b) => direction * compare(sortBy(a), sortBy(b)));
}

const compare = (a: string | number, b: string | number) =>
  typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : Number(a) - Number(b);

interface SortButtonProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function SortButton<Row>({ column: { id, header, numeric = false }, sort, onSort }: SortButtonProps<Row>) {
  const isSorted = sort?.id === id;
  const Icon = isSorted ? (sort.desc ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={() => onSort({ id, desc: isSorted ? !sort.desc : numeric })}
      className="touch -mx-2 inline-flex min-h-8 items-center gap-1 rounded-tag px-2 hover:text-ink"
    >
      {header}
      <Icon aria-hidden className={classNames("size-3.5", isSorted ? "text-leaf" : "text-ink-3")} />
    </button>
  );
}

interface LineProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  onRow: ((row: Row) => void) | undefined;
}

function Line<Row>({ row, columns, onRow }: LineProps<Row>) {
  return (
    // Keyboards have a button in the row for this.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      className={classNames("group", onRow && "cursor-pointer")}
      onClick={(event) => {
        if (onRow && !(event.target as Element).closest("a, button, input, select, label")) onRow(row);
      }}
    >
      {columns.map(({ id, cell, numeric = false, pinned = false, from }) => (
        <td
          key={id}
          className={classNames(
            cellLook,
            "h-12 border-b border-line bg-surface py-1.5 group-last:border-b-0 group-hover:bg-leaf-wash first:z-[1]",
            numeric && "text-right tabular-nums",
            pinned && `${pinnedLook} z-[1]`,
            from && FROM[from],
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
