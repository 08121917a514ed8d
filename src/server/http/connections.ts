import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { networkOf } from "./rate-limit.ts";

/** What the server's own timers end: a connection whose request, or the rest of it, does not come. */
export const SERVER_TIMEOUTS = {
  /** Time to send the headers. */
  headersTimeout: 15_000,
  /** Time to send a whole request: enough for a picture of 10 MB over a slow connection. */
  requestTimeout: 120_000,
  /** Longer than proxies keep an idle connection, so that they close it and not the shop. */
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
};

/** A connection on which nothing moves for so long is ended while it has a request under way. */
const SILENT_MS = 60_000;
/** One write of the server must be read within this time: a client that reads a byte now and then is ended too. */
const READ_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 10_000;
/** Connections of this process, in all and from one network: each costs memory, also when it does nothing. */
const IN_ALL = 8192;
const FROM_ONE_NETWORK = 2048;

interface Options {
  log: FastifyBaseLogger;
  /** Whether connections are those of proxies, which serve many networks each. */
  behindProxy: boolean;
  silentMs?: number;
  readWithinMs?: number;
  lookEveryMs?: number;
  fromOneNetwork?: number;
}

/** Bounds what connections cost: how many one network holds, and how long one may take to read a response. */
export function limitConnections(server: Server, options: Options): void {
  const { log, behindProxy, fromOneNetwork = FROM_ONE_NETWORK, readWithinMs = READ_WITHIN_MS } = options;
  const ofNetwork = new Map<string, number>();
  /** Sockets with something left to send: how much they had been sent when it last changed, and when that was. */
  const open = new Map<Socket, { written: number; since: number }>();
  server.maxConnections = IN_ALL;
  server.setTimeout(options.silentMs ?? SILENT_MS);

  server.prependListener("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const count = (ofNetwork.get(network) ?? 0) + 1;
    if (!behindProxy && count > fromOneNetwork) {
      if (count === fromOneNetwork + 1) log.warn({ network, count }, "too many connections from one network");
      socket.destroy();
      return;
    }
    ofNetwork.set(network, count);
    open.set(socket, { written: 0, since: Date.now() });
    socket.once("close", () => {
      open.delete(socket);
      const left = (ofNetwork.get(network) ?? 1) - 1;
      if (left > 0) ofNetwork.set(network, left);
      else ofNetwork.delete(network);
    });
  });

  const timer = setInterval(() => {
    const now = Date.now();
    for (const [socket, last] of open) {
      const { bytesWritten, writableLength } = socket;
      if (writableLength === 0 || bytesWritten !== last.written) Object.assign(last, { written: bytesWritten, since: now });
      else if (now - last.since > readWithinMs) socket.destroy();
    }
  }, options.lookEveryMs ?? LOOK_EVERY_MS).unref();
  server.once("close", () => clearInterval(timer));
}
