import { useEffect, useRef, useState, type RefObject } from "react";

/** A row of the popup: its own cell, and sometimes a second one with a button. */
export interface Row {
  id: string;
  hasButton: boolean;
  /** What choosing it does. */
  choose: () => void;
}

/** The cell that the arrow keys have reached. */
interface ActiveCell {
  row: number;
  /** 0 is the row's own cell, 1 its button's. */
  cell: 0 | 1;
}

export const cellId = (row: string, cell: 0 | 1) => `${row}-${cell}`;

interface Combobox {
  input: RefObject<HTMLInputElement | null>;
  /** The id of the popup, a grid. */
  popup: string;
  rows: readonly Row[];
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** Enter without a chosen row: searches for what is typed. */
  onEnter: () => void;
}

/**
 * Makes a text input a combobox with a grid as its popup, as the ARIA practices describe it: the focus stays in the input, and
 * `aria-activedescendant` says which cell the arrow keys have reached.
 * @returns the id of that cell
 */
export function useCombobox(combobox: Combobox): string | undefined {
  const { input, popup, rows, isOpen } = combobox;
  const [reached, setReached] = useState<ActiveCell>();
  const row = reached && rows[reached.row];
  const active = isOpen && reached && row ? cellId(row.id, row.hasButton ? reached.cell : 0) : undefined;

  const now = useRef({ ...combobox, reached, active });
  useEffect(() => {
    now.current = { ...combobox, reached, active };
  });

  useEffect(() => {
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "grid", "aria-controls": popup };
    const field = input.current;
    for (const [name, value] of Object.entries(attributes)) field?.setAttribute(name, value);
    return () => {
      for (const name of [...Object.keys(attributes), "aria-expanded", "aria-activedescendant"]) field?.removeAttribute(name);
    };
  }, [input, popup]);
  useEffect(() => {
    input.current?.setAttribute("aria-expanded", String(isOpen));
    if (active) input.current?.setAttribute("aria-activedescendant", active);
    else input.current?.removeAttribute("aria-activedescendant");
    document.getElementById(active ?? "")?.scrollIntoView({ block: "nearest" });
  }, [input, isOpen, active]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const handled = pressed(event.key, now.current, setReached);
      if (handled) event.preventDefault();
    };
    const onInput = () => {
      setReached(undefined);
      now.current.setOpen(true);
    };
    const field = input.current;
    field?.addEventListener("keydown", onKey);
    field?.addEventListener("input", onInput);
    return () => {
      field?.removeEventListener("keydown", onKey);
      field?.removeEventListener("input", onInput);
    };
  }, [input]);
  return active;
}

/** @returns whether the key was handled */
function pressed(
  key: string,
  { rows, isOpen, setOpen, onEnter, reached, active }: Combobox & { reached: ActiveCell | undefined; active: string | undefined },
  go: (to: ActiveCell | undefined) => void,
): boolean {
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
    case "ArrowUp": {
      if (rows.length === 0) return false;
      setOpen(true);
      const from = isOpen && active && reached ? reached.row : undefined;
      // Beyond the ends is the input itself.
      const to = key === "ArrowDown" ? (from ?? -1) + 1 : (from ?? last + 1) - 1;
      go(to < 0 || to > last ? undefined : { row: to, cell: 0 });
      return true;
    }
    case "ArrowRight":
    case "ArrowLeft": {
      if (!active || !reached) return false;
      const cell = key === "ArrowRight" ? 1 : 0;
      if (!rows[reached.row]?.hasButton || cell === reached.cell) {
        go(undefined);
        return false;
      }
      go({ row: reached.row, cell });
      return true;
    }
    case "Enter": {
      const row = active && reached && rows[reached.row];
      if (!row) {
        onEnter();
        return false;
      }
      if (reached.cell === 0 || !row.hasButton) row.choose();
      // The last button of the row: Add, and then plus, so that pressing Enter again adds another.
      else [...(document.getElementById(active)?.querySelectorAll("button") ?? [])].at(-1)?.click();
      return true;
    }
    case "Escape":
      if (!isOpen) return false;
      go(undefined);
      setOpen(false);
      return true;
    case "Home":
    case "End":
      go(undefined);
      return false;
    case "Tab":
      setOpen(false);
      return false;
    default:
      return false;
  }
}
