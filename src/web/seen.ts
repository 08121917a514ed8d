/** History entries a page remembers. */
const MOST = 20;

/** What a page has shown, per entry of the browser's history. */
export interface Seen<T> {
  /** Remembers what the current entry shows. */
  keep(value: T): void;
  /** What the current entry showed at this address; undefined for a new one. For use in a clientLoader. */
  recall(address: string): T | undefined;
}

/**
 * Remembers what a page has shown, so that Back restores a list with all its pages, and with them the scroll position.
 * On Back and Forward the browser is already at the entry when it is recalled; on the way to a new address, still at the last one.
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
