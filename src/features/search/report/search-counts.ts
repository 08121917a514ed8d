import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import type { Shop } from "#server/shop.ts";
import { recordable } from "../recordable.ts";
import type { SearchEvent } from "./contract.ts";
import { addCounts, type Counts } from "./store.ts";

/** Time between two writes: at most this much is lost if the process is killed. */
const FLUSH_MS = 10_000;
/** How many different searches wait in memory. Others are not counted. */
const MOST_WAITING = 500;

/** Counts searches and whether they found something. Counts wait in memory, so that no request waits for a write. */
export class SearchCounts {
  readonly #shop: Pick<Shop, "identity" | "database" | "log">;
  #waiting = new Map<string, Counts>();
  readonly #timer: NodeJS.Timeout;

  constructor(shop: Pick<Shop, "identity" | "database" | "log">) {
    this.#shop = shop;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Counts one event, if its search is {@link recordable}. */
  note(typed: string, event: SearchEvent): void {
    const text = recordable(typed);
    if (text === undefined) return;
    const counts = this.#waiting.get(text) ?? { found: 0, missed: 0, clicked: 0, added: 0, bought: 0 };
    if (!this.#waiting.has(text) && this.#waiting.size >= MOST_WAITING) return;
    counts[event]++;
    this.#waiting.set(text, counts);
  }

  /** Writes the waiting counts in one statement. If that fails they are lost, which is acceptable for statistics. */
  async flush(): Promise<void> {
    const counts = this.#waiting;
    this.#waiting = new Map();
    if (counts.size === 0) return;
    const { identity, database, log } = this.#shop;
    try {
      await addCounts(database.db, counts, (await identity()).timeZone);
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
