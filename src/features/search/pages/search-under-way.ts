import { useSyncExternalStore } from "react";

let inFlight: AbortController | undefined;
const listeners = new Set<() => void>();

function set(next: AbortController | undefined): void {
  inFlight = next;
  for (const listener of listeners) listener();
}

/** Starts a search. The signal aborts when a newer one starts. */
export function beginSearch(): AbortSignal {
  inFlight?.abort();
  const next = new AbortController();
  set(next);
  return next.signal;
}

/** Called when the newest results are shown. */
export function endSearch(): void {
  set(undefined);
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
