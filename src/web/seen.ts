/** Entries of the history that a page remembers. */
const MOST = 20;

/** What a page has shown, by entry of the browser's history. */
export interface Seen<T> {
  /** Keeps what the current entry shows. */
  keep(value: T): void;
  /** What the entry the browser is at (again) has shown at this address; undefined for a new one. For a clientLoader. */
  recall(address: string): T | undefined;
}

/**
 * Makes the memory of a page: Back finds a list with all its pages and, since it has its height at once, the place in it.
 * On Back and Forward the browser is at the entry already when it asks; on the way to a new address still at the last one.
 */
export function rememberSeen<T>(): Seen<T> {
  const entries = new Map<string, { address: string; value: T }>();
  return {
    keep(value) {
      const key = currentEntry();
      entries.delete(key);
      entries.set(key, { address: window.location.href, value });
      if (entries.size > MOST) entries.delete(entries.keys().next().value!);
    },
    recall(address) {
      const seen = entries.get(currentEntry());
      return seen?.address === address ? seen.value : undefined;
    },
  };
}

function currentEntry(): string {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "key" in state ? String(state.key) : "default";
}
