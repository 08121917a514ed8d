import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { refuse } from "./errors.ts";
import { admit, bearer, checkOf, type Call } from "./serve.ts";
import type { Shop } from "../shop.ts";

/** How often the connection is kept alive, and looked whether the listener may still listen. */
const EVERY_MS = 15_000;
/** Streams of one process at once: each holds a connection. */
const MOST = 200;
/** What waits for a listener who does not read, in bytes; then the stream ends, and the listener comes again. */
const WAITING = 64 * 1024;

/** Tells one event; `data` goes as JSON. */
export type Send = (event: string, data: unknown) => void;

/**
 * Serves an endpoint that answers with server-sent events, until the listener goes, may no longer listen, or the server stops.
 * @param listen begins to send. @returns what ends it
 */
export function serveEvents<E extends Endpoint>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: E,
  listen: (call: Call<E>, send: Send) => Promise<() => void>,
  { everyMs = EVERY_MS, most = MOST }: { everyMs?: number; most?: number } = {},
): void {
  const check = checkOf(endpoint);
  const open = new Set<PassThrough>();
  // For the documentation; pages that are rendered do not listen.
  shop.inProcess.register(endpoint, () => Promise.reject(refuse.unauthenticated()));
  app.addHook("preClose", async () => open.forEach((stream) => stream.end()));

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: async (request) => admit(shop, endpoint, request),
    handler: async (request, reply) => {
      const visitor = request.visitor as Call<E>["visitor"];
      const call = { ...check(request.query, request.params), visitor, http: { request, reply } };
      if (open.size >= most) throw refuse.busy("Too many listen already. Please try again in a moment.");
      const stream = new PassThrough();
      const send: Send = (event, data) => {
        if (stream.writableEnded) return;
        stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
        if (stream.readableLength + stream.writableLength > WAITING) stream.destroy();
      };
      open.add(stream);
      const timer = setInterval(() => void beat(), everyMs).unref();
      async function beat(): Promise<void> {
        const now = await shop.identify(bearer(request) ?? "").catch(() => null);
        const may = now !== null && (endpoint.access !== "admin" || now.role === "ADMIN");
        if (stream.writableEnded) return;
        if (may) stream.write(":\n\n");
        else stream.end();
      }
      let end: (() => void) | undefined;
      stream
        .on("error", () => {})
        .on("close", () => {
          open.delete(stream);
          clearInterval(timer);
          // Broken off rather than ended: the listener learns it by the connection.
          if (!reply.raw.writableEnded) reply.raw.destroy();
          end?.();
        });
      // Told by its tail: a stream that closed meanwhile ends what it began.
      listen(call, send).then(
        (ended) => (stream.destroyed ? ended() : (end = ended)),
        (error: unknown) => {
          shop.log.warn({ id: request.id, err: error }, "cannot tell events");
          stream.end();
        },
      );
      // No proxy holds events back.
      return reply.headers({ "cache-control": "no-store", "x-accel-buffering": "no" }).type("text/event-stream").send(stream);
    },
  });
}
