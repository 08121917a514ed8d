import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { networksOf, WIDE_MEMORY_FACTOR } from "./networks.ts";

/** The server's own timeouts, for connections whose request doesn't arrive in time. */
export const SERVER_TIMEOUTS = {
  /** For the headers. */
  headersTimeout: 15_000,
  /** For a whole request: enough for a 10 MB picture on a slow connection. Larger files are exempt (`takeTime`). */
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
/** Connections per process: in total, from one network, and from one IPv6 /48. Even an idle one costs memory. */
const IN_ALL = 8192;
const FROM_ONE_NETWORK = 2048;

interface Options {
  log: FastifyBaseLogger;
  /** Whether connections come from proxies, each of which serves many networks. */
  behindProxy: boolean;
  /** Whether connections are counted: `RATE_LIMIT`. */
  isLimited: boolean;
  silentMs?: number;
  readWithinMs?: number;
  lookEveryMs?: number;
  fromOneNetwork?: number;
}

/**
 * Limits connections per network, and how long a client may take to read a response.
 * @returns a function that closes connections on which nothing has arrived yet. Browsers open them in advance; to Node they are not
 * idle, so a server would wait for their requests when it closes.
 */
export function limitConnections(server: Server, options: Options): () => void {
  const { log, behindProxy, isLimited, fromOneNetwork = FROM_ONE_NETWORK, readWithinMs = READ_WITHIN_MS } = options;
  const countOf = new Map<string, number>();
  /** Networks whose refused connections have been logged. */
  const warned = new Set<string>();
  /** Sockets with data left to send: how much had been sent when that last changed, and when. */
  const open = new Map<Socket, { written: number; since: number }>();
  if (isLimited) server.maxConnections = IN_ALL;
  server.setTimeout(options.silentMs ?? SILENT_MS);

  server.prependListener("connection", (socket: Socket) => {
    const { narrow, wide } = networksOf(socket.remoteAddress ?? "");
    const limits = [
      [narrow, fromOneNetwork] as const,
      ...(wide === undefined ? [] : [[wide, fromOneNetwork * WIDE_MEMORY_FACTOR] as const]),
    ];
    const full = limits.find(([network, most]) => (countOf.get(network) ?? 0) >= most);
    if (isLimited && !behindProxy && full) {
      // Once per flood, not once per connection.
      if (!warned.has(full[0])) log.warn({ network: full[0], count: full[1] }, "too many connections from one network");
      warned.add(full[0]);
      socket.destroy();
      return;
    }
    for (const [network] of limits) countOf.set(network, (countOf.get(network) ?? 0) + 1);
    open.set(socket, { written: 0, since: performance.now() });
    socket.once("close", () => {
      open.delete(socket);
      for (const [network] of limits) {
        const left = (countOf.get(network) ?? 1) - 1;
        if (left > 0) countOf.set(network, left);
        else countOf.delete(network);
        warned.delete(network);
      }
    });
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, last] of open) {
      const { bytesWritten, writableLength } = socket;
      if (writableLength === 0 || bytesWritten !== last.written) Object.assign(last, { written: bytesWritten, since: now });
      else if (now - last.since > readWithinMs) socket.destroy();
    }
  }, options.lookEveryMs ?? LOOK_EVERY_MS).unref();
  server.once("close", () => clearInterval(timer));
  return () => {
    for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy();
  };
}
