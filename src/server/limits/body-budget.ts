import type { FastifyInstance } from "fastify";
import { t } from "#words/t.ts";
import { refuse } from "../http/errors.ts";
import { networksOf, WIDE_MEMORY_FACTOR } from "./networks.ts";
import { refuseUnreadable } from "../http/unreadable.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route reads its body piece by piece, so nothing is buffered. */
    streamsBody?: boolean;
  }
}

const MEGABYTE = 1024 * 1024;
/** Total bytes of incoming bodies, each of which is buffered until complete. */
const IN_ALL = 32 * MEGABYTE;
const FROM_ONE_NETWORK = 8 * MEGABYTE;
/** Time for a body to arrive: a base, plus time for its length on a slow connection. */
const START_MS = 20_000;
const BYTES_PER_MS = 16;

type Networks = ReturnType<typeof networksOf>;

interface Options {
  inAll?: number;
  fromOneNetwork?: number;
  startMs?: number;
}

/**
 * Limits how much memory incoming bodies take, in total and per network, and how slowly they may arrive. Refuses with 503 before
 * reading anything, or with 408. File uploads don't count: `sent-file.ts` streams them.
 */
export function limitBodies(
  app: FastifyInstance,
  { inAll = IN_ALL, fromOneNetwork = FROM_ONE_NETWORK, startMs = START_MS }: Options = {},
): void {
  let waiting = 0;
  const waitingOf = new Map<string, number>();

  const sentBy = (network: string | undefined) => (network === undefined ? 0 : (waitingOf.get(network) ?? 0));

  function reserve({ narrow, wide }: Networks, bytes: number): boolean {
    const isFull =
      waiting + bytes > inAll || sentBy(narrow) + bytes > fromOneNetwork || sentBy(wide) + bytes > fromOneNetwork * WIDE_MEMORY_FACTOR;
    if (!isFull) add({ narrow, wide }, bytes);
    return !isFull;
  }

  function add({ narrow, wide }: Networks, bytes: number): void {
    waiting += bytes;
    for (const network of wide === undefined ? [narrow] : [narrow, wide]) {
      const sum = sentBy(network) + bytes;
      if (sum > 0) waitingOf.set(network, sum);
      else waitingOf.delete(network);
    }
  }

  app.addHook("preParsing", (request, reply, payload, done) => {
    const { headers } = request;
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
    // By the route, not the body's type: a webhook's body is buffered whatever type it names.
    if (!hasBody || request.routeOptions.config.streamsBody) return done();
    const limit = request.routeOptions.bodyLimit;
    const told = Number(headers["content-length"] ?? limit);
    // Fastify refuses it by its Content-Length.
    if (told > limit) return done();
    const networks = networksOf(request.ip);
    if (!reserve(networks, told)) return done(refuse.busy(t("Too many requests are arriving right now. Try again in a moment.")));
    const timer = setTimeout(
      () => refuseUnreadable({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, request.raw.socket),
      startMs + told / BYTES_PER_MS,
    ).unref();
    let isReleased = false;
    const end = () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(timer);
      add(networks, -told);
    };
    payload.once("end", end).once("close", end).once("error", end);
    // A handler may respond without reading the body.
    reply.raw.once("close", end).once("finish", end);
    return done();
  });
}
