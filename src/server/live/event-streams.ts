import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { t } from "#words/t.ts";
import { refuse } from "../http/errors.ts";
import { SAFE_HEADERS } from "../http/safe-headers.ts";
import { note } from "../metrics/events.ts";
import type { Shop } from "../shop.ts";

/** Bytes that may wait for a client that doesn't read, besides what the system buffers. Beyond that the stream is cut. */
const WAITING = 64 * 1024;
/** How often an idle stream gets a comment, which keeps proxies from closing it and shows the client that it is alive. */
export const PING_MS = 20_000;
const PING = ":\n\n";
/** How long a stream lasts, so that streams spread over the processes again after a restart. Random between half and all of it. */
const LASTS_MS = 20 * 60_000;
/** How long clients wait before they reconnect, in ms. Random, so that they don't all come at once. */
const RECONNECT_MS = { least: 1000, spread: 4000 };
const LOOK_EVERY_MS = 1000;

export interface StreamLimits {
  /** Streams of this kind per process, each of which holds a connection. RATE_LIMIT=off lifts this and the next. */
  most: number;
  /** Streams per key, such as a network or a person, on this machine. Each process allows its share. */
  mostOfOne: number;
  pingMs?: number;
  lastsMs?: number;
  lookEveryMs?: number;
}

/** The keys a stream counts towards, each with how many times `mostOfOne` it may have. */
export type StreamKeys = readonly (readonly [key: string, factor: number])[];

/** Text of one event, with `data` as JSON. */
export const eventText = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A response that continues as server-sent events. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly endsAt: number;
  pingAt: number;

  constructor(response: ServerResponse, endsAt: number, pingAt: number) {
    this.#response = response;
    this.endsAt = endsAt;
    this.pingAt = pingAt;
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** Sends complete events. A client that reads too slowly is cut off, and reconnects. */
  write(text: string): void {
    if (!this.isOpen) return;
    this.#response.write(text);
    if (this.#response.writableLength <= WAITING) return;
    note("stream-cut");
    this.#response.destroy();
  }

  send(event: string, data: unknown): void {
    this.write(eventText(event, data));
  }

  /** Ends the stream, and tells the client when to reconnect. */
  end(): void {
    if (this.isOpen) this.#response.end(`retry: ${Math.round(RECONNECT_MS.least + Math.random() * RECONNECT_MS.spread)}\n\n`);
  }

  /** Calls back once when the stream has ended, for whatever reason. */
  onEnd(listener: () => void): void {
    this.#response.once("close", listener);
  }
}

/** The open streams of one kind in this process: limits them, keeps them alive, and ends them after a while and at shutdown. */
export class EventStreams {
  readonly #shop: Pick<Shop, "config" | "drain">;
  readonly #limits: StreamLimits;
  readonly #shareOfOne: number;
  readonly #open = new Set<EventStream>();
  readonly #countOf = new Map<string, number>();

  constructor(app: FastifyInstance, shop: Pick<Shop, "config" | "drain">, limits: StreamLimits) {
    this.#shop = shop;
    this.#limits = limits;
    this.#shareOfOne = Math.ceil(limits.mostOfOne / (shop.config.workers ?? 1));
    const timer = setInterval(() => this.#look(), limits.lookEveryMs ?? LOOK_EVERY_MS).unref();
    app.addHook("preClose", async () => {
      clearInterval(timer);
      for (const stream of this.#open) stream.end();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Answers a request with a stream.
   * @throws Refusal 503 beyond the limits, and while the process shuts down
   */
  open(request: FastifyRequest, reply: FastifyReply, keys: StreamKeys): EventStream {
    const { most, pingMs = PING_MS, lastsMs = LASTS_MS } = this.#limits;
    const isFull = this.#open.size >= most || keys.some(([key, factor]) => (this.#countOf.get(key) ?? 0) >= this.#shareOfOne * factor);
    if (this.#shop.drain.isOn || (this.#shop.config.rateLimit && isFull)) {
      note("stream-refused");
      throw refuse.busy(t("Too many live connections. Try again in a moment."));
    }
    reply.hijack();
    const { raw } = reply;
    const headers = {
      ...SAFE_HEADERS,
      "content-type": "text/event-stream",
      // Proxies must neither compress events nor hold them back.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-request-id": request.id,
    };
    for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value);
    const now = performance.now();
    const stream = new EventStream(raw, now + lastsMs * (0.5 + Math.random() / 2), now + pingMs);
    this.#open.add(stream);
    for (const [key] of keys) this.#countOf.set(key, (this.#countOf.get(key) ?? 0) + 1);
    note("stream-opened");
    raw.on("error", () => {});
    stream.onEnd(() => {
      this.#open.delete(stream);
      for (const [key] of keys) {
        const left = (this.#countOf.get(key) ?? 1) - 1;
        if (left > 0) this.#countOf.set(key, left);
        else this.#countOf.delete(key);
      }
      note("stream-closed");
    });
    // The client learns at once that it is connected.
    raw.flushHeaders();
    return stream;
  }

  #look(): void {
    const now = performance.now();
    const { pingMs = PING_MS } = this.#limits;
    for (const stream of this.#open) {
      if (now >= stream.endsAt) stream.end();
      else if (now >= stream.pingAt) {
        stream.pingAt = now + pingMs;
        stream.write(PING);
      }
    }
  }
}
