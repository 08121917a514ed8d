import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import type { Shop } from "#server/shop.ts";
import { addMissed } from "./missed-store.ts";
import { recordable } from "./recordable.ts";

/** Time between two writes. */
const FLUSH_MS = 30_000;
/** How many different queries wait in memory. Others are not counted. */
const MAX_WAITING = 500;

/** Counts searches without results, and nothing about who searched. Counts wait in memory, so that no search waits for a write. */
export class MissedSearches {
  readonly #shop: Pick<Shop, "identity" | "database" | "log">;
  #waiting = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(shop: Pick<Shop, "identity" | "database" | "log">) {
    this.#shop = shop;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Counts one search, if it is {@link recordable}. */
  note(typed: string): void {
    const text = recordable(typed);
    if (text === undefined) return;
    const count = this.#waiting.get(text);
    if (count !== undefined || this.#waiting.size < MAX_WAITING) this.#waiting.set(text, (count ?? 0) + 1);
  }

  /** Writes the waiting counts to the database. If that fails they are lost, which is acceptable for statistics. */
  async flush(): Promise<void> {
    const counts = wholeTexts(this.#waiting);
    this.#waiting = new Map();
    if (counts.size === 0) return;
    const { database, log } = this.#shop;
    try {
      const { timeZone } = await this.#shop.identity();
      await database.transact(({ tx }) => addMissed(tx, counts, timeZone));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error(error);
    }
  }

  /** Stops the timer and writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

/** Search runs on every keystroke: of "avo", "avoc" and "avocado", only the last is counted. */
export function wholeTexts(counts: ReadonlyMap<string, number>): Map<string, number> {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.filter(([text], place) => !sorted[place + 1]?.[0].startsWith(text)));
}
