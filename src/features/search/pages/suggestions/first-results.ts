import { useSyncExternalStore } from "react";
import type { Card } from "../../../catalogue/pages/card.ts";

/** Products among the suggestions. */
const MOST = 3;
const NONE: Card[] = [];

let shown: Card[] = NONE;
const listeners = new Set<() => void>();

/** Says what the search page has found, so that the suggestions need no search of their own. */
export function setFirstResults(cards: readonly Card[]): void {
  shown = cards.slice(0, MOST);
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The first products that the search page shows. */
export function useFirstResults(): Card[] {
  return useSyncExternalStore(
    watch,
    () => shown,
    () => NONE,
  );
}
