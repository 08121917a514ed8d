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

/** A body that is arriving. */
interface Arriving extends Networks {
  /** Refuses the request and frees its bytes. */
  giveUp: () => void;
}

/**
 * Limits how much memory incoming bodies take, in total and per network, and how slowly they may arrive. Refuses with 503 before
 * reading anything, or with 408. If the total is reached, whoever sends least goes first, so that a few who announce bodies and never send them
 * keep nobody else out. File uploads don't count: `sent-file.ts` streams them.
 */
export function limitBodies(
  app: FastifyInstance,
  { inAll = IN_ALL, fromOneNetwork = FROM_ONE_NETWORK, startMs = START_MS }: Options = {},
): void {
  let waiting = 0;
  const waitingOf = new Map<string, number>();
  /** Oldest first. */
  const arriving = new Set<Arriving>();

  const sentBy = (network: string | undefined) => (network === undefined ? 0 : (waitingOf.get(network) ?? 0));

  function fits({ narrow, wide }: Networks, bytes: number): boolean {
    if (sentBy(narrow) + bytes > fromOneNetwork || sentBy(wide) + bytes > fromOneNetwork * WIDE_MEMORY_FACTOR) return false;
    const isFull = () => waiting + bytes > inAll;
    while (isFull()) if (!giveUpOldest(sentBy(narrow) + bytes)) return false;
    return true;
  }

  /** Gives up the oldest body of the network that sends most, if that is more than `bytes`. */
  function giveUpOldest(bytes: number): boolean {
    const [most, sent] = [...waitingOf].reduce((one, other) => (other[1] > one[1] ? other : one));
    if (sent <= bytes) return false;
    for (const body of arriving) {
      if (body.narrow !== most && body.wide !== most) continue;
      body.giveUp();
      return true;
    }
    return false;
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
    if (!fits(networks, told)) return done(refuse.busy(t("Too many requests are arriving right now. Try again in a moment.")));
    const body = { ...networks, giveUp };
    arriving.add(body);
    add(networks, told);
    const timer = setTimeout(giveUp, startMs + told / BYTES_PER_MS).unref();
    function giveUp(): void {
      end();
      refuseUnreadable({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, request.raw.socket);
    }
    function end(): void {
      if (!arriving.delete(body)) return;
      clearTimeout(timer);
      add(networks, -told);
    }
    payload.once("end", end).once("close", end).once("error", end);
    // A handler may respond without reading the body.
    reply.raw.once("close", end).once("finish", end);
    return done();
  });
}
