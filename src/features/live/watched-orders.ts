import type { EventStream } from "#server/live/event-streams.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { readOwnOrders } from "../orders/store.ts";
import { orderUpdatesOf } from "../orders/tags.ts";

/** How often the sessions of open streams are checked. */
const CHECK_EVERY_MS = 15_000;

interface Watched {
  number: string;
  streams: Set<EventStream>;
}

/** Tells shoppers' streams which of their own orders have changed. Streams end with the session they were opened in. */
export class WatchedOrders {
  readonly #shop: Pick<Shop, "database" | "log" | "validSessions">;
  readonly #watched = new Map<string, Watched>();
  readonly #sessionOf = new Map<EventStream, string>();
  readonly #timer: NodeJS.Timeout;

  constructor(shop: Pick<Shop, "database" | "log" | "validSessions">, everyMs = CHECK_EVERY_MS) {
    this.#shop = shop;
    this.#timer = setInterval(() => void this.#endOthers([...this.#sessionOf.keys()]), everyMs).unref();
  }

  /** Follows the visitor's own orders among these numbers. */
  async watch(stream: EventStream, { userId, sessionId }: Visitor, numbers: readonly string[]): Promise<void> {
    this.#sessionOf.set(stream, sessionId);
    const ids: string[] = [];
    stream.onEnd(() => {
      this.#sessionOf.delete(stream);
      for (const id of ids) {
        const watched = this.#watched.get(id);
        watched?.streams.delete(stream);
        if (watched?.streams.size === 0) this.#watched.delete(id);
      }
    });
    if (numbers.length === 0) return;
    const own = await readOwnOrders(this.#shop.database.db, userId, numbers);
    if (!stream.isOpen) return;
    for (const { id, number } of own) {
      ids.push(id);
      const watched = this.#watched.get(id) ?? { number, streams: new Set() };
      this.#watched.set(id, watched);
      watched.streams.add(stream);
    }
    // No event has the changes from before, so the client reads its orders now.
    stream.send("watching", { orders: own.map(({ number }) => number) });
  }

  /** Call this with all invalidated tags. */
  changed(tags: readonly string[]): void {
    if (this.#watched.size === 0) return;
    for (const { orderId } of orderUpdatesOf(tags)) {
      const watched = this.#watched.get(orderId);
      if (watched) void this.#tell(watched);
    }
  }

  /** Sends nothing to someone who has logged out. */
  async #tell({ number, streams }: Watched): Promise<void> {
    const told = [...streams];
    if (!(await this.#endOthers(told))) return;
    for (const stream of told) stream.send("order", { orderId: number });
  }

  /** Ends the streams whose session has ended. @returns false if the sessions couldn't be checked */
  async #endOthers(streams: readonly EventStream[]): Promise<boolean> {
    try {
      const valid = await this.#shop.validSessions([...new Set(streams.map((stream) => this.#sessionOf.get(stream) ?? ""))]);
      for (const stream of streams) if (!valid.has(this.#sessionOf.get(stream) ?? "")) stream.end();
      return true;
    } catch (error) {
      this.#shop.log.warn({ err: error }, "sessions of live updates could not be checked");
      return false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
