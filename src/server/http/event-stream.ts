import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { bearer } from "./bearer.ts";
import { refuse } from "./errors.ts";
import { note } from "../metrics/events.ts";
import { admit, checkOf, refusalOf, type Call } from "./serve.ts";
import type { Shop } from "../shop.ts";

/** How often a keep-alive is sent and the listener's access is checked again. */
const EVERY_MS = 15_000;
/** An event is sent only if access was checked within this time. */
const CHECKED_WITHIN_MS = 1000;
/** Streams per process, each of which holds a connection. RATE_LIMIT=off lifts this and the next. */
const MOST = 200;
/** Streams per person, such as browser tabs. */
const MOST_OF_ONE = 5;
/** Bytes buffered for a listener that doesn't read. Beyond that the stream ends, and the listener reconnects. */
const WAITING = 64 * 1024;

/** How long listeners wait before they reconnect to a shop that is restarting, in ms: not all at once. */
const RECONNECT_MS = { least: 1000, spread: 2000 };

interface Limits {
  everyMs?: number;
  checkedWithinMs?: number;
  most?: number;
  mostOfOne?: number;
}

/** Sends an event with `data` as JSON. */
export type Send = (event: string, data: unknown) => void;

/**
 * Serves an endpoint as server-sent events until the listener disconnects, loses access, or the server stops.
 * @param listen starts sending. @returns a function that ends it
 */
export function serveEvents<E extends Endpoint>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: E,
  listen: (call: Call<E>, send: Send) => Promise<() => void>,
  { everyMs = EVERY_MS, checkedWithinMs = CHECKED_WITHIN_MS, most = MOST, mostOfOne = MOST_OF_ONE }: Limits = {},
): void {
  const check = checkOf(endpoint);
  /** Open streams, with the listener's id. */
  const open = new Map<PassThrough, string>();
  // For the documentation only: rendered pages don't listen.
  shop.inProcess.register(endpoint, () => Promise.reject(refuse.unauthenticated()));
  app.addHook("preClose", async () => {
    for (const stream of open.keys()) stream.end(`retry: ${Math.round(RECONNECT_MS.least + Math.random() * RECONNECT_MS.spread)}\n\n`);
  });

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: async (request) => admit(shop, endpoint, request),
    handler: async (request, reply) => {
      const visitor = request.visitor as Call<E>["visitor"];
      const call = { ...check(request.query, request.params), visitor, http: { request, reply } };
      const listener = request.visitor?.userId ?? "";
      const ofOne = [...open.values()].filter((userId) => userId === listener).length;
      if (shop.config.rateLimit && (open.size >= most || ofOne >= mostOfOne))
        throw refuse.busy("Too many live connections. Try again in a moment.");
      const stream = new PassThrough();
      let checkedAt = performance.now();
      let isChecking = false;
      /** Events waiting for the next check. */
      let unsent = "";
      const send: Send = (event, data) => {
        if (stream.writableEnded) return;
        unsent += `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
        if (performance.now() - checkedAt < checkedWithinMs) flush();
        else void recheck();
        if (unsent.length + stream.readableLength + stream.writableLength > WAITING) stream.destroy();
      };
      function flush(): void {
        if (unsent && !stream.writableEnded) stream.write(unsent);
        unsent = "";
      }
      /** Sends what waits, or ends the stream of a listener who has lost access. */
      async function recheck(): Promise<void> {
        if (isChecking) return;
        isChecking = true;
        const now = await shop.identify(bearer(request) ?? "").catch(() => null);
        isChecking = false;
        checkedAt = performance.now();
        if (refusalOf(shop, endpoint, now) === null) flush();
        else stream.end();
      }
      open.set(stream, listener);
      note("stream-opened");
      const timer = setInterval(() => {
        unsent += ":\n\n";
        void recheck();
      }, everyMs).unref();
      let end: (() => void) | undefined;
      stream
        .on("error", () => {})
        .on("close", () => {
          open.delete(stream);
          note("stream-closed");
          clearInterval(timer);
          // The stream broke: closing the connection tells the listener.
          if (!reply.raw.writableEnded) reply.raw.destroy();
          end?.();
        });
      // The stream may have closed before `listen` got going.
      listen(call, send).then(
        (ended) => (stream.destroyed ? ended() : (end = ended)),
        (error: unknown) => {
          shop.log.warn({ id: request.id, err: error }, "cannot send events");
          stream.end();
        },
      );
      // Keeps proxies from buffering events.
      return reply.headers({ "cache-control": "no-store", "x-accel-buffering": "no" }).type("text/event-stream").send(stream);
    },
  });
}
