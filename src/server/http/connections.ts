import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { networkOf } from "./rate-limit.ts";

/** The server's own timeouts, for connections whose request doesn't arrive in time. */
export const SERVER_TIMEOUTS = {
  /** For the headers. */
  headersTimeout: 15_000,
  /** For a whole request: enough for a 10 MB picture on a slow connection. */
  requestTimeout: 120_000,
  /** Longer than proxies keep idle connections, so that they close first. */
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5000,
};

/** Connections with a request in progress are closed after this long without traffic. */
const SILENT_MS = 60_000;
/** A client must read each write within this time, so that reading a byte now and then doesn't keep it alive. */
const READ_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 10_000;
/** Connections per process, in total and from one network. Even an idle one costs memory. */
const IN_ALL = 8192;
const FROM_ONE_NETWORK = 2048;

interface Options {
  log: FastifyBaseLogger;
  /** Whether connections come from proxies, each of which serves many networks. */
  behindProxy: boolean;
  silentMs?: number;
  readWithinMs?: number;
  lookEveryMs?: number;
  fromOneNetwork?: number;
}

/** Limits connections per network, and how long a client may take to read a response. */
export function limitConnections(server: Server, options: Options): void {
  const { log, behindProxy, fromOneNetwork = FROM_ONE_NETWORK, readWithinMs = READ_WITHIN_MS } = options;
  const ofNetwork = new Map<string, number>();
  /** Sockets with data left to send: how much had been sent when that last changed, and when. */
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
