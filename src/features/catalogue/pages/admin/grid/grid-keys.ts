import type { ClipboardEvent, KeyboardEvent } from "react";
import {
  between,
  COLUMNS,
  pasteInto,
  readClipboard,
  shownText,
  textOf,
  toClipboard,
  typeInto,
  type Drafts,
  type GridProduct,
  type CellPosition,
} from "./grid-cells.ts";

export interface Cursor {
  at: CellPosition;
  /** The other end of the selection. */
  from: CellPosition;
  /** The text being typed; null when not editing. */
  text: string | null;
}

interface GridState {
  products: readonly GridProduct[];
  drafts: Drafts;
  change: (drafts: Drafts) => void;
  undo: () => void;
  cursor: Cursor;
  setCursor: (cursor: Cursor) => void;
  /** Number of visible rows. */
  height: number;
  /** Selects a row, or deselects it. */
  toggle: (id: string) => void;
}

/** Spreadsheet keys: arrows, Shift to select, Enter and F2 to edit, copy, paste, fill down, undo. */
export function gridKeys({ products, drafts, change, undo, cursor, setCursor, height, toggle }: GridState) {
  const { at, from, text } = cursor;
  const last: CellPosition = { row: products.length - 1, column: COLUMNS.length - 1 };
  const clamp = ({ row, column }: CellPosition): CellPosition => ({
    row: Math.max(0, Math.min(row, last.row)),
    column: Math.max(0, Math.min(column, last.column)),
  });
  const go = (to: CellPosition, select = false) => {
    const place = clamp(to);
    setCursor({ at: place, from: select ? from : place, text: null });
  };
  const shown = ({ row, column }: CellPosition) => {
    const [product, name] = [products[row], COLUMNS[column]];
    return product && name ? shownText(drafts, product, name) : "";
  };
  const cells = () => {
    const { top, bottom, left, right } = between(at, from);
    return products.slice(top, bottom + 1).map((product) => ({ product, names: COLUMNS.slice(left, right + 1) }));
  };
  const takeBack = () => {
    let next = drafts;
    for (const { product, names } of cells()) for (const name of names) next = typeInto(next, product, name, textOf(product, name));
    change(next);
  };
  const fillDown = () => {
    const { top, left, right } = between(at, from);
    const first = COLUMNS.slice(left, right + 1).map((_, place) => shown({ row: top, column: left + place }));
    const { length } = cells();
    change(
      pasteInto(
        drafts,
        products,
        Array.from({ length }, () => first),
        { row: top, column: left },
        { row: top, column: left },
      ),
    );
  };
  /** Applies what was typed to the cell, or to the whole selection. */
  const keep = (everywhere = false) => {
    if (text !== null) change(pasteInto(drafts, products, [[text]], at, everywhere ? from : at));
  };

  return {
    /** On blur, the edit is applied. */
    leave: () => {
      keep();
      setCursor({ ...cursor, text: null });
    },
    /** While editing. */
    onInputKey: (event: KeyboardEvent) => {
      event.stopPropagation();
      const moves: Record<string, () => void> = {
        Enter: () =>
          event.ctrlKey || event.metaKey ? setCursor({ ...cursor, text: null }) : go({ ...at, row: at.row + (event.shiftKey ? -1 : 1) }),
        Tab: () => go({ ...at, column: at.column + (event.shiftKey ? -1 : 1) }),
        Escape: () => setCursor({ ...cursor, text: null }),
      };
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      if (event.key !== "Escape") keep(event.key === "Enter" && (event.ctrlKey || event.metaKey));
      move();
    },
    /** While not editing. */
    onKey: (event: KeyboardEvent) => {
      const { row, column } = at;
      const product = products[row];
      if (event.key === " " && event.shiftKey && product) {
        event.preventDefault();
        return toggle(product._id);
      }
      const isCommand = event.ctrlKey || event.metaKey;
      const far = isCommand ? Number.POSITIVE_INFINITY : 1;
      const moves: Record<string, CellPosition> = {
        ArrowUp: { row: row - far, column },
        ArrowDown: { row: row + far, column },
        ArrowLeft: { row, column: column - far },
        ArrowRight: { row, column: column + far },
        Home: { row: isCommand ? 0 : row, column: 0 },
        End: { row: isCommand ? last.row : row, column: last.column },
        PageUp: { row: row - height, column },
        PageDown: { row: row + height, column },
      };
      const works: Record<string, () => void> = {
        Enter: () => setCursor({ ...cursor, text: shown(at) }),
        F2: () => setCursor({ ...cursor, text: shown(at) }),
        Delete: takeBack,
        Backspace: takeBack,
        Escape: () => go(at),
      };
      const commands: Record<string, () => void> = {
        z: undo,
        d: fillDown,
        a: () => setCursor({ at: last, from: { row: 0, column: 0 }, text: null }),
      };
      const to = moves[event.key];
      const isLetter = event.key.length === 1 && !isCommand && !event.altKey;
      const work = to ? () => go(to, event.shiftKey) : isCommand ? commands[event.key.toLowerCase()] : works[event.key];
      if (!work && !isLetter) return;
      event.preventDefault();
      if (work) work();
      else setCursor({ ...cursor, text: event.key });
    },
    onCopy: (event: ClipboardEvent) => {
      if (text !== null) return;
      event.preventDefault();
      const rows = cells().map(({ product, names }) => names.map((name) => shownText(drafts, product, name)));
      event.clipboardData.setData("text/plain", toClipboard(rows));
    },
    onPaste: (event: ClipboardEvent) => {
      if (text !== null) return;
      event.preventDefault();
      change(pasteInto(drafts, products, readClipboard(event.clipboardData.getData("text/plain")), at, from));
    },
  };
}
