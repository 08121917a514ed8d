import { isDatabaseAway } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { addMissed } from "./missed-store.ts";
import { plain } from "./engine/words.ts";

/** How long counts wait in memory. */
const FLUSH_MS = 30_000;
/** Texts that wait at most; further ones are not counted. */
const MOST_WAITING = 500;
/** Longer texts are not what anybody looks for. */
const MAX_LENGTH = 60;
/** What may be somebody's address or number is not kept. */
const PERSONAL = /@|\d[\d\s().+-]{5,}\d/;

/** Counts searches that found nothing, without a trace of who searched. They wait in memory, so that no search waits for a write. */
export class MissedSearches {
  readonly #shop: Pick<Shop, "config" | "database" | "log">;
  #waiting = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(shop: Pick<Shop, "config" | "database" | "log">) {
    this.#shop = shop;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Counts one. */
  note(typed: string): void {
    const text = plain(typed).replace(/\s+/g, " ").trim();
    if (text.length < 2 || text.length > MAX_LENGTH || PERSONAL.test(text)) return;
    const count = this.#waiting.get(text);
    if (count !== undefined || this.#waiting.size < MOST_WAITING) this.#waiting.set(text, (count ?? 0) + 1);
  }

  /** Writes down what waits; what cannot be written is given up. */
  async flush(): Promise<void> {
    const counts = wholeTexts(this.#waiting);
    this.#waiting = new Map();
    if (counts.size === 0) return;
    const { config, database, log } = this.#shop;
    await addMissed(database.db, counts, config.shop.timeZone).catch((error: unknown) => {
      if (!isDatabaseAway(error)) log.error(error);
    });
  }

  /** Writes down the rest, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

/** The search runs with every letter: of "avo", "avoc" and "avocado" only the last one was meant. */
export function wholeTexts(counts: ReadonlyMap<string, number>): Map<string, number> {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.filter(([text], place) => !sorted[place + 1]?.[0].startsWith(text)));
}
