import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { bearer } from "../http/bearer.ts";
import { refuse } from "../http/errors.ts";
import { admit, refusalOf } from "../http/admit.ts";
import { checkOf, type Call } from "../http/serve.ts";
import type { Shop } from "../shop.ts";
import { EventStreams, eventText } from "./event-streams.ts";

/** How often a keep-alive is sent and the listener's access is checked again. */
const EVERY_MS = 15_000;
/** An event is sent only if access was checked within this time. */
const CHECKED_WITHIN_MS = 1000;
const MOST = 200;
/** Streams per person, such as browser tabs, on one machine. */
const MOST_OF_ONE = 5;
/** Characters that may wait for a check. */
const UNSENT = 64 * 1024;

interface Limits {
  everyMs?: number;
  checkedWithinMs?: number;
  most?: number;
  mostOfOne?: number;
}

/** Sends an event with `data` as JSON. */
export type Send = (event: string, data: unknown) => void;

/**
 * Serves an endpoint for few people as server-sent events until the listener disconnects, loses access, or the server stops. Access is
 * checked for every event.
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
  // The check below sends the keep-alive.
  const streams = new EventStreams(app, shop, { most, mostOfOne, pingMs: Infinity });
  // For the documentation only: rendered pages don't listen.
  shop.inProcess.register(endpoint, () => Promise.reject(refuse.unauthenticated()));

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: async (request) => admit(shop, endpoint, request),
    handler: async (request, reply) => {
      const visitor = request.visitor as Call<E>["visitor"];
      const call = { ...check(request.query, request.params), visitor, http: { request, reply } };
      const stream = streams.open(request, reply, [[request.visitor?.userId ?? "", 1]]);
      let checkedAt = performance.now();
      let isChecking = false;
      /** Events waiting for the next check. */
      let unsent = "";
      const send: Send = (event, data) => {
        unsent += eventText(event, data);
        if (performance.now() - checkedAt < checkedWithinMs) flush();
        else if (unsent.length > UNSENT) stream.end();
        else void recheck();
      };
      function flush(): void {
        if (unsent) stream.write(unsent);
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
      const timer = setInterval(() => {
        unsent += ":\n\n";
        void recheck();
      }, everyMs).unref();
      let end: (() => void) | undefined;
      stream.onEnd(() => {
        clearInterval(timer);
        end?.();
      });
      // The stream may have closed before `listen` got going.
      listen(call, send).then(
        (ended) => (stream.isOpen ? (end = ended) : ended()),
        (error: unknown) => {
          shop.log.warn({ id: request.id, err: error }, "cannot send events");
          stream.end();
        },
      );
    },
  });
}
