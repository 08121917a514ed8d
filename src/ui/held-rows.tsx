import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";

/** Milliseconds a removed line keeps its place, so that a second tap on minus does not hit the next product. */
const HOLD = 1500;

/** A line as a list shows it. */
export interface Row<L> {
  line: L;
  /** It was removed a moment ago. */
  removed: boolean;
}

type IdOf<L> = (line: L) => string;

/** The lines, with those that were just removed still in their places. */
export function withRemoved<L>(lines: readonly L[], before: readonly Row<L>[], idOf: IdOf<L>): Row<L>[] {
  const rows = lines.map((line): Row<L> => ({ line, removed: false }));
  let after = -1;
  for (const { line } of before) {
    const at = rows.findIndex((row) => idOf(row.line) === idOf(line));
    if (at >= 0) after = at;
    else rows.splice(++after, 0, { line, removed: true });
  }
  return rows;
}

/** Rows for lines; a removed line stays for a moment, unless the lines belong to someone else and are not `held`. */
export function useRows<L>(lines: readonly L[], idOf: IdOf<L>, held = true): Row<L>[] {
  const [state, setState] = useState({ lines, rows: withRemoved(lines, [], idOf) });
  const { rows } = state;
  if (state.lines !== lines) setState({ lines, rows: withRemoved(lines, held ? rows : [], idOf) });
  useEffect(() => {
    if (!rows.some(({ removed }) => removed)) return undefined;
    const timer = setTimeout(() => setState((now) => ({ ...now, rows: withRemoved(now.lines, [], idOf) })), HOLD);
    return () => clearTimeout(timer);
  }, [rows, idOf]);
  return rows;
}

interface RowListProps<L> {
  rows: readonly Row<L>[];
  idOf: IdOf<L>;
  children: (row: Row<L>) => ReactNode;
}

/** The list of {@link useRows}. When the button that removed a line is gone, the focus moves to the next line. */
export function RowList<L>({ rows, idOf, children }: RowListProps<L>) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef(-1);
  useLayoutEffect(() => {
    const at = pressed.current;
    pressed.current = -1;
    if (at < 0 || !rows[at]?.removed) return;
    const items = [...(list.current?.children ?? [])];
    const buttons = [...items.slice(at + 1), ...items.slice(0, at).toReversed()].map((item) => item.querySelector("button"));
    buttons.find((button) => button !== null)?.focus({ preventScroll: true });
  }, [rows]);
  return (
    <ul ref={list} className="flex flex-col gap-2.5">
      {rows.map((row, at) => (
        <li
          key={idOf(row.line)}
          onClickCapture={({ currentTarget }) => {
            pressed.current = currentTarget.contains(document.activeElement) ? at : -1;
          }}
        >
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
