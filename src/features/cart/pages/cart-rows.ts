import { useEffect, useState } from "react";
import type { CartState, Line } from "./cart-engine.ts";

/** Milliseconds a removed line keeps its place, so that a second tap on minus does not hit the next product. */
const HOLD = 1500;

/** A line of the cart as a list shows it. */
export interface Row {
  line: Line;
  /** It was removed a moment ago. */
  removed: boolean;
}

/** The lines, with those that were just removed still in their places. */
export function withRemoved(lines: readonly Line[], before: readonly Row[]): Row[] {
  const rows = lines.map((line): Row => ({ line, removed: false }));
  let after = -1;
  for (const { line } of before) {
    const at = rows.findIndex((row) => row.line.product._id === line.product._id);
    if (at >= 0) after = at;
    else rows.splice(++after, 0, { line, removed: true });
  }
  return rows;
}

/** Rows for the lines of a cart; a removed line stays for a moment. */
export function useRows({ lines, status }: CartState): Row[] {
  const [state, setState] = useState({ lines, rows: withRemoved(lines, []) });
  const { rows } = state;
  // A cart that is being loaded belongs to someone else.
  if (state.lines !== lines) setState({ lines, rows: withRemoved(lines, status === "ready" ? rows : []) });
  useEffect(() => {
    if (!rows.some(({ removed }) => removed)) return undefined;
    const timer = setTimeout(() => setState((now) => ({ ...now, rows: withRemoved(now.lines, []) })), HOLD);
    return () => clearTimeout(timer);
  }, [rows]);
  return rows;
}
