import { useSyncExternalStore } from "react";

interface Search {
  /** What is asked for, as text to compare. */
  key: string;
  controller: AbortController;
}

let inFlight: Search | undefined;
const listeners = new Set<() => void>();

function set(next: Search | undefined): void {
  inFlight = next;
  for (const listener of listeners) listener();
}

/** Starts a search. The signal aborts when a newer one starts. */
export function beginSearch(key: string): AbortSignal {
  inFlight?.controller.abort();
  const controller = new AbortController();
  set({ key, controller });
  return controller.signal;
}

/** Called when the results of a search are shown. A newer search stays under way: the first results may be hydrated after someone has typed. */
export function endSearch(key: string): void {
  if (inFlight?.key === key) set(undefined);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether newer results than those shown are being loaded. */
export function useSearching(): boolean {
  return useSyncExternalStore(
    watch,
    () => inFlight !== undefined,
    () => false,
  );
}
