// Only visible rows are rendered, which a table cannot do, so roles describe it. The grid keeps the focus and handles the keys.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";
import { pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { moveHead } from "#ui/move-head.ts";
import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";
import type { AdminProduct } from "../../../admin/find/contract.ts";
import { between, COLUMNS, isNumber, shownText, TITLES, type Drafts, type CellPosition, type ShelfIds } from "./grid-cells.ts";
import { GridCell } from "./grid-cell.tsx";
import { spokenName, spokenUnit } from "../in-page-language.ts";
import type { Chosen } from "./use-chosen.ts";
import { gridKeys, type Cursor } from "./grid-keys.ts";

/** Row height in pixels. */
const ROW = 44;
/** Rows rendered beyond the visible ones. */
const SPARE = 8;

const WIDTHS =
  "grid grid-rows-1 grid-cols-[8.5rem_6rem_6rem_6rem_11rem_13rem_12rem_8rem_16rem] md:grid-cols-[minmax(15rem,1.6fr)_6.5rem_6.5rem_6.5rem_minmax(11rem,1fr)_minmax(13rem,1.2fr)_minmax(13rem,1.2fr)_8.5rem_minmax(16rem,1.6fr)]";

interface GridProps {
  products: readonly AdminProduct[];
  chosen: Chosen;
  /** Whether more products can be loaded. */
  more: boolean;
  onEnd: () => void;
  drafts: Drafts;
  change: (drafts: Drafts) => void;
  undo: () => void;
  shelves: ShelfIds;
  /** What covers the end of the window. */
  bar: RefObject<HTMLElement | null>;
}

/** A virtualized spreadsheet of products. The page is what scrolls, with the head in view; a narrow screen scrolls it sideways. */
export function Grid({ products, chosen, more, onEnd, drafts, change, undo, shelves, bar }: GridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cursor>({ at: { row: 0, column: 0 }, from: { row: 0, column: 0 }, text: null });
  const [view, setView] = useState({ top: 0, rows: 16 });
  const keys = gridKeys({ products, drafts, change, undo, cursor, setCursor, height: view.rows - 1, toggle: chosen.toggle });
  const { at, from, text } = cursor;
  const isTyping = text !== null;
  const wasTyping = useRef(false);

  const first = Math.max(0, view.top - SPARE);
  const seen = products.slice(first, view.top + view.rows + SPARE);
  const isNearEnd = view.top + view.rows + SPARE >= products.length;
  useEffect(() => {
    if (more && isNearEnd) onEnd();
  }, [more, isNearEnd, onEnd]);

  // After each render, since what is above the grid may have grown.
  useEffect(() => {
    const look = () => {
      if (!frame.current) return;
      moveHead(frame.current, head.current, head.current);
      const { start, end } = inSight(frame.current, bar.current);
      const [top, rows] = [Math.max(0, Math.floor(start / ROW)), Math.max(1, Math.ceil((end - Math.max(0, start)) / ROW))];
      setView((was) => (was.top === top && was.rows === rows ? was : { top, rows }));
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  });
  // Scroll the active cell into view, clear of what covers the window's edges and of the name column.
  useEffect(() => {
    const box = frame.current;
    if (!box?.contains(document.activeElement)) return;
    const { start, end } = inSight(box, bar.current);
    const y = at.row * ROW;
    if (y < start) scrollBy(0, y - start);
    else if (y + ROW > end) scrollBy(0, y + ROW - end);
    const cell = document.getElementById(`cell-${at.row}-${at.column}`);
    if (!cell || box.scrollWidth <= box.clientWidth) return;
    const names = cell.parentElement?.firstElementChild;
    const covered = names && getComputedStyle(names).position === "sticky" ? names.clientWidth : 0;
    if (cell.offsetLeft < box.scrollLeft + covered) box.scrollLeft = cell.offsetLeft - covered;
    const right = cell.offsetLeft + cell.offsetWidth;
    if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  }, [at, bar]);
  useEffect(() => {
    // Return the focus to the grid when the input has disappeared, unless it moved elsewhere.
    if (!isTyping && wasTyping.current && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
    wasTyping.current = isTyping;
  }, [isTyping]);

  const press = (place: CellPosition, event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const isAgain = place.row === at.row && place.column === at.column;
    frame.current?.focus({ preventScroll: true });
    const product = products[place.row];
    const name = COLUMNS[place.column];
    // Touch has no double click, so the second tap starts editing.
    const typed = isAgain && event.pointerType !== "mouse" && product && name ? shownText(drafts, product, name) : null;
    setCursor({ at: place, from: event.shiftKey ? from : place, text: typed });
  };
  const selected = between(at, from);
  return (
    <div
      ref={frame}
      role="grid"
      tabIndex={0}
      aria-label={t("Products")}
      aria-rowcount={more ? -1 : products.length + 1}
      aria-colcount={COLUMNS.length + 1}
      aria-multiselectable
      aria-activedescendant={`cell-${at.row}-${at.column}`}
      onKeyDown={keys.onKey}
      onCopy={keys.onCopy}
      onPaste={keys.onPaste}
      className="panel group/grid scroll-mt-(--header) overflow-x-auto overscroll-x-contain text-sm select-none"
    >
      <div
        ref={head}
        role="row"
        aria-rowindex={1}
        className={classNames(
          WIDTHS,
          "sticky top-0 z-20 scroll-mt-(--header) h-11 min-w-max md:min-w-[100rem] bg-sunken font-semibold text-ink-2",
        )}
      >
        <span role="columnheader" className="sticky left-0 flex items-center gap-2.5 border-b border-line bg-sunken px-3">
          <Check label={t("Choose all that are loaded")} checked={chosen.isEveryLoaded} onChange={chosen.toggleLoaded} />
          {t("Name")}
        </span>
        {COLUMNS.map((name, column) => (
          <span key={name} role="columnheader" className="border-b border-l border-line">
            <button
              type="button"
              tabIndex={-1}
              title={t("Select {name} of all", { name: TITLES[name] })}
              onClick={() => {
                setCursor({ at: { row: products.length - 1, column }, from: { row: 0, column }, text: null });
                frame.current?.focus({ preventScroll: true });
              }}
              className={classNames("flex size-full items-center px-3 hover:bg-line", isNumber(name) && "justify-end")}
            >
              {TITLES[name]}
            </button>
          </span>
        ))}
      </div>
      <div role="presentation" className="min-w-max md:min-w-[100rem]" style={{ paddingTop: first * ROW, height: products.length * ROW }}>
        {seen.map((product, place) => {
          const row = first + place;
          return (
            <div key={product._id} role="row" aria-rowindex={row + 2} className={WIDTHS} style={{ height: ROW }}>
              <NameCell product={product} isChosen={chosen.has(product._id)} toggle={() => chosen.toggle(product._id)} />
              {COLUMNS.map((name, column) => {
                const isAt = row === at.row && column === at.column;
                const isChosen = row >= selected.top && row <= selected.bottom && column >= selected.left && column <= selected.right;
                return (
                  <GridCell
                    key={name}
                    place={{ row, column }}
                    drafts={drafts}
                    product={product}
                    name={name}
                    shelves={shelves}
                    isAt={isAt}
                    isChosen={isChosen}
                    text={isAt ? text : null}
                    onText={(typed) => setCursor({ ...cursor, text: typed })}
                    onInputKey={keys.onInputKey}
                    onLeave={keys.leave}
                    onPress={press}
                    onReach={() => setCursor({ at: { row, column }, from, text: null })}
                  />
                );
              })}
            </div>
          );
        })}
      </div>
      {more && <Skeleton className="m-3 h-6" />}
    </div>
  );
}

/** The part of the rows that the window shows between the grid's head and the bar at its end, in pixels from the first row. */
function inSight(grid: HTMLElement, bar: HTMLElement | null): { start: number; end: number } {
  const { top } = grid.getBoundingClientRect();
  const header = Number.parseFloat(getComputedStyle(grid).scrollMarginTop);
  return { start: header - top, end: innerHeight - (bar?.offsetHeight ?? 0) - top - ROW };
}

interface NameCellProps {
  product: AdminProduct;
  isChosen: boolean;
  toggle: () => void;
}

function NameCell({ product, isChosen, toggle }: NameCellProps) {
  const { image, hidden } = product;
  const name = spokenName(product);
  return (
    <span role="rowheader" className="sticky left-0 z-10 flex items-center gap-2.5 border-b border-line bg-surface px-3">
      <Check label={t("Choose {name}", { name })} checked={isChosen} onChange={toggle} />
      <span className="hidden w-8 shrink-0 md:block">
        <Picture {...pictureOf(image[0] ?? "")} alt="" sizes="32px" className="rounded-tag" />
      </span>
      <span className="min-w-0">
        <span className={classNames("block truncate font-semibold", hidden && "text-ink-2")}>{name}</span>
        <span className="block truncate text-xs text-ink-2">
          {[hidden && t("Hidden"), spokenUnit(product)].filter(Boolean).join(" · ")}
        </span>
      </span>
    </span>
  );
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
  return (
    <input
      type="checkbox"
      // The grid's own keys choose rows: Shift+Space.
      tabIndex={-1}
      aria-label={label}
      checked={checked}
      onChange={onChange}
      onKeyDown={(event) => event.stopPropagation()}
      className="size-5 shrink-0 cursor-pointer accent-leaf-fill"
    />
  );
}
