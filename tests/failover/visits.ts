import { setTimeout as delay } from "node:timers/promises";
import type { OrderLoad } from "../support/order-load.ts";

const PAUSE_MS = 40;
/** How long a page may take. */
const PAGE_MS = 10_000;

/** Somebody who looks at the home page again and again. */
export interface Visits {
  served: number;
  failed: { at: number; why: string }[];
  longestMs: number;
  end(): Promise<void>;
}

export function keepVisiting(load: Pick<OrderLoad, "entry">): Visits {
  const over = new AbortController();
  const visits: Visits = {
    served: 0,
    failed: [],
    longestMs: 0,
    async end() {
      over.abort();
      await visiting;
    },
  };
  async function visit(): Promise<void> {
    const begun = performance.now();
    const fail = (why: string) => visits.failed.push({ at: performance.now(), why });
    try {
      const signal = AbortSignal.timeout(PAGE_MS);
      // Like a browser, once more if the connection was closed without a response.
      const response = await fetch(load.entry, { signal }).catch(() => fetch(load.entry, { signal }));
      const text = await response.text();
      if (!response.ok) fail(`${response.status} ${text.replaceAll(/<[^>]*>|\s+/g, " ").slice(-200)}`);
    } catch (error) {
      fail(String((error as Error).cause ?? error));
    }
    visits.served++;
    visits.longestMs = Math.max(visits.longestMs, performance.now() - begun);
  }
  const visiting = (async () => {
    while (!over.signal.aborted) {
      await visit();
      await delay(PAUSE_MS);
    }
  })();
  return visits;
}
