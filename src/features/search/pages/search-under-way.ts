import { useSyncExternalStore } from "react";

let underWay: AbortController | undefined;
const listeners = new Set<() => void>();

function set(next: AbortController | undefined): void {
  underWay = next;
  for (const listener of listeners) listener();
}

/** Begins a search and ends the one before; the signal tells when a newer one has begun. */
export function beginSearch(): AbortSignal {
  underWay?.abort();
  const next = new AbortController();
  set(next);
  return next.signal;
}

/** The newest results are shown. */
export function endSearch(): void {
  set(undefined);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether newer results are on their way than those shown. */
export function useSearching(): boolean {
  return useSyncExternalStore(
    watch,
    () => underWay !== undefined,
    () => false,
  );
}
