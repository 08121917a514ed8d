import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { eventText, type EventStream } from "#server/live/event-streams.ts";
import type { Shop } from "#server/shop.ts";
import { readPricesAndStock, readUnknown, type PriceAndStock } from "../catalogue/price-and-stock-store.ts";
import { priceAndStockReply } from "../catalogue/product-reply.ts";
import { productsIn } from "../catalogue/tags.ts";

/** Changes within this time are read and sent together. */
const GATHER_MS = 100;
const RETRY_MS = 1000;
/** Products per statement. */
const AT_ONCE = 500;
/** Streams written to before other work may run. */
const WRITES = 200;

interface Watched {
  /** The current event; undefined until it was read. */
  text?: string;
  /** The streams that watch it, and the event each was sent last. */
  readonly streams: Map<EventStream, string | undefined>;
}

const productNow = (id: string, now: PriceAndStock | undefined) => (now ? priceAndStockReply(now) : { _id: id, stock: 0 });

/**
 * Sends prices and stock of products to the streams that watch them. However many watch, and however often a product changes, one statement
 * at a time reads all changes.
 */
export class WatchedProducts {
  readonly #shop: Pick<Shop, "database" | "log">;
  readonly #watched = new Map<string, Watched>();
  /** Products to be read: changed ones, and those that nobody has watched before. */
  readonly #due = new Set<string>();
  #isReading = false;

  constructor(shop: Pick<Shop, "database" | "log">) {
    this.#shop = shop;
  }

  /** How many products are watched. */
  get size(): number {
    return this.#watched.size;
  }

  /** Sends these products' offers to a stream: now, and whenever they change. */
  watch(stream: EventStream, ids: readonly string[]): void {
    let known = "";
    for (const id of ids) {
      let watched = this.#watched.get(id);
      if (!watched) this.#watched.set(id, (watched = { streams: new Map() }));
      if (watched.text === undefined) this.#due.add(id);
      else known += watched.text;
      watched.streams.set(stream, watched.text);
    }
    if (known) stream.write(known);
    stream.onEnd(() => {
      for (const id of ids) {
        const watched = this.#watched.get(id);
        watched?.streams.delete(stream);
        if (watched?.streams.size === 0) this.#watched.delete(id);
      }
    });
    this.#readSoon();
  }

  /** Call this with all invalidated tags. */
  changed(tags: readonly string[]): void {
    const changed = tags.includes(EVERYTHING) ? this.#watched.keys() : productsIn(tags);
    for (const id of changed) if (this.#watched.has(id)) this.#due.add(id);
    this.#readSoon();
  }

  #readSoon(): void {
    if (this.#isReading || this.#due.size === 0) return;
    this.#isReading = true;
    void this.#readDue();
  }

  async #readDue(): Promise<void> {
    while (this.#due.size > 0) {
      // oxlint-disable no-await-in-loop -- one statement at a time
      // No pause while many wait, or a client that asks for many could hold up everyone else.
      await delay(this.#due.size > AT_ONCE ? 0 : GATHER_MS, undefined, { ref: false });
      const ids = [...this.#due].slice(0, AT_ONCE);
      for (const id of ids) this.#due.delete(id);
      try {
        const { db } = this.#shop.database;
        const current = await readPricesAndStock(db, ids);
        const missing = ids.filter((id) => !current.has(id));
        const unknown = missing.length > 0 ? await readUnknown(db, missing) : [];
        await this.#send(ids.map((id) => [id, eventText("product", productNow(id, current.get(id)))]));
        // Anyone can make up ids without end.
        for (const id of unknown) this.#watched.delete(id);
      } catch (error) {
        for (const id of ids) if (this.#watched.has(id)) this.#due.add(id);
        this.#shop.log.warn({ err: error }, "live updates of products are late");
        await delay(RETRY_MS, undefined, { ref: false });
      }
      // oxlint-enable no-await-in-loop
    }
    this.#isReading = false;
  }

  /** One write per stream, whatever has changed for it. */
  async #send(events: readonly (readonly [id: string, text: string])[]): Promise<void> {
    const unsent = new Map<EventStream, string>();
    for (const [id, text] of events) {
      const watched = this.#watched.get(id);
      if (!watched) continue;
      watched.text = text;
      for (const [stream, last] of watched.streams) {
        if (last === text) continue;
        watched.streams.set(stream, text);
        unsent.set(stream, (unsent.get(stream) ?? "") + text);
      }
    }
    let written = 0;
    for (const [stream, text] of unsent) {
      stream.write(text);
      // oxlint-disable-next-line no-await-in-loop -- thousands of writes would hold up everyone else
      if (++written % WRITES === 0) await nextTurn();
    }
  }
}
