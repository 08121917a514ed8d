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

interface Network {
  address: string;
  /** Bytes that it may send. */
  most: number;
}

interface Options {
  inAll?: number;
  fromOneNetwork?: number;
  startMs?: number;
}

/** A body that is arriving. */
interface Arriving {
  networks: readonly Network[];
  bytes: number;
  /** Refuses the request and frees its bytes. */
  giveUp: () => void;
}

/**
 * Limits how much memory incoming bodies take, in total and per network, and how slowly they may arrive. Refuses with 503 before
 * reading anything, or with 408. If the total is reached, the networks that send most lose their oldest bodies, so a few that announce bodies and
 * never send them can't block everyone. File uploads don't count: `sent-file.ts` streams them.
 */
export function limitBodies(
  app: FastifyInstance,
  { inAll = IN_ALL, fromOneNetwork = FROM_ONE_NETWORK, startMs = START_MS }: Options = {},
): void {
  let waiting = 0;
  const waitingOf = new Map<string, number>();
  /** Oldest first. */
  const arriving = new Set<Arriving>();

  function networksIn(ip: string): Network[] {
    const { narrow, wide } = networksOf(ip);
    const own = { address: narrow, most: fromOneNetwork };
    return wide === undefined ? [own] : [own, { address: wide, most: fromOneNetwork * WIDE_MEMORY_FACTOR }];
  }

  /** How much a network sends of what it may. */
  const shareOf = ({ address, most }: Network, more = 0) => ((waitingOf.get(address) ?? 0) + more) / most;

  /** The bodies to give up so that another one fits. Undefined if it doesn't, unless networks that send no more than its own lost theirs. */
  function whatToGiveUp(networks: readonly Network[], bytes: number): Set<Arriving> | undefined {
    const own = Math.max(...networks.map((network) => shareOf(network, bytes)));
    if (own > 1) return undefined;
    const given = new Set<Arriving>();
    let missing = waiting + bytes - inAll;
    if (missing <= 0) return given;
    const all = [...arriving].flatMap((body) => body.networks.map((network) => ({ body, network, share: shareOf(network) })));
    const sending = [...Map.groupBy(all, ({ network }) => network.address).values()].toSorted((a, b) => b[0]!.share - a[0]!.share);
    for (const bodies of sending) {
      let { share } = bodies[0]!;
      for (const { body, network } of bodies) {
        if (share <= own) break;
        share -= body.bytes / network.most;
        if (given.has(body)) continue;
        given.add(body);
        missing -= body.bytes;
        if (missing <= 0) return given;
      }
    }
    return undefined;
  }

  function add(networks: readonly Network[], bytes: number): void {
    waiting += bytes;
    for (const { address } of networks) {
      const sum = (waitingOf.get(address) ?? 0) + bytes;
      if (sum > 0) waitingOf.set(address, sum);
      else waitingOf.delete(address);
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
    const networks = networksIn(request.ip);
    const others = whatToGiveUp(networks, told);
    if (!others) return done(refuse.busy(t("Too many requests are arriving right now. Try again in a moment.")));
    for (const other of others) other.giveUp();
    const body = { networks, bytes: told, giveUp };
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
