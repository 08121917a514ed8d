import { setTimeout as delay } from "node:timers/promises";

const PAUSE_MS = 50;

/**
 * Measures what a slow or busy machine adds to everything, while a test measures how long something takes: the longest time that calls
 * took which should take none.
 */
export function watchLateness(...calls: readonly (() => Promise<unknown>)[]): { end(): Promise<number> } {
  const over = new AbortController();
  let longest = 0;
  const watching = Promise.all(
    calls.map(async (call) => {
      while (!over.signal.aborted) {
        const begun = performance.now();
        await call().catch(() => {});
        longest = Math.max(longest, performance.now() - begun);
        await delay(PAUSE_MS, undefined, { signal: over.signal }).catch(() => {});
      }
    }),
  );
  return {
    /** @returns in ms */
    async end() {
      over.abort();
      await watching;
      return longest;
    },
  };
}

/** A call that needs nothing but a running shop. */
export const healthOf = (url: string) => async (): Promise<void> => void (await (await fetch(`${url}/healthz`)).text());
