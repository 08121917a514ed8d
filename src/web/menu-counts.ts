import { useSyncExternalStore } from "react";

/** How many things wait at a page of the back office, by its path. */
type Counts = Readonly<Record<string, number>>;

const NONE: Counts = {};
let counts = NONE;
const listeners = new Set<() => void>();

/** Shows beside an entry of the menu how many things wait there; 0 shows nothing. */
export function setMenuCount(path: string, count: number): void {
  if ((counts[path] ?? 0) === count) return;
  counts = { ...counts, [path]: count };
  for (const listener of listeners) listener();
}

export function useMenuCounts(): Counts {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => counts,
    () => NONE,
  );
}
