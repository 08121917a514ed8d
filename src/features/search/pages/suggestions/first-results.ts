import { useSyncExternalStore } from "react";
import type { Card } from "../../../catalogue/pages/card.ts";

/** Products among the suggestions. */
const MOST = 3;

interface FirstResults {
  cards: Card[];
  /** The search failed, and the page offers to try again. */
  failed: boolean;
}

const NONE: FirstResults = { cards: [], failed: false };

let shown = NONE;
const listeners = new Set<() => void>();

/** Says what the search page shows, so that the suggestions need no search of their own and do not cover a failure. */
export function setFirstResults(cards: readonly Card[], failed = false): void {
  shown = { cards: cards.slice(0, MOST), failed };
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the search page shows: a new object for each search. */
export function useFirstResults(): FirstResults {
  return useSyncExternalStore(
    watch,
    () => shown,
    () => NONE,
  );
}
