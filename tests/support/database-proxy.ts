import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type pg from "pg";

/** A network between the shop and a PostgreSQL server on a Unix socket, with faults on demand. */
export interface DatabaseProxy {
  /** Connects through the proxy. */
  readonly connection: pg.ClientConfig;
  /** The same as a URL. */
  readonly url: string;
  /** Extra delay of replies, in ms. */
  delayMs: number;
  /**
   * Round trips, if one thing happens at a time: how often bytes were sent after a reply. With a delay, statements that are sent side by
   * side count as one.
   */
  trips: () => number;
  /** Number of open connections. */
  open: () => number;
  /** Nothing passes until `goOn`, neither on open connections nor on new ones. */
  hang: () => void;
  /** Replies on the open connections are lost for good, as after a firewall forgot them. Requests still arrive. */
  loseReplies: () => void;
  /** Closes all connections. */
  cut: () => void;
  /** Closes all connections, and new ones at once, until `goOn`. */
  refuse: () => void;
  goOn: () => void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  isDeaf: boolean;
}

/** Starts a proxy on a free port, or on the given one. */
export async function startProxy(target: pg.ClientConfig, port = 0): Promise<DatabaseProxy> {
  const pairs = new Set<Pair>();
  let isHanging = false;
  let isRefusing = false;
  let trips = 0;
  let isClientsTurn = true;

  const listener = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const server = connect(join(String(target.host), `.s.PGSQL.${target.port ?? 5432}`));
    const pair: Pair = { client, server, isDeaf: false };
    pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on("error", () => {});
      from.on("close", () => {
        pairs.delete(pair);
        if (!pair.isDeaf) to.destroy();
      });
      if (isHanging) from.pause();
    }
    client.on("data", (bytes) => {
      if (isClientsTurn) trips++;
      isClientsTurn = false;
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      const pass = () => {
        isClientsTurn = true;
        if (!pair.isDeaf) client.write(bytes);
      };
      if (proxy.delayMs > 0) setTimeout(pass, proxy.delayMs);
      else pass();
    });
  });
  listener.listen(port, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const connection = { ...target, host: "127.0.0.1", port: typeof address === "object" ? address!.port : 0 };

  const cut = () => pairs.forEach(({ client, server }) => [client, server].forEach((socket) => socket.destroy()));
  const proxy: DatabaseProxy = {
    connection,
    url: `postgres://${connection.user}:${String(connection.password)}@127.0.0.1:${connection.port}/${connection.database}`,
    delayMs: 0,
    trips: () => trips,
    open: () => pairs.size,
    hang() {
      isHanging = true;
      pairs.forEach(({ client, server }) => [client, server].forEach((socket) => socket.pause()));
    },
    loseReplies: () => pairs.forEach((pair) => (pair.isDeaf = true)),
    cut,
    refuse() {
      isRefusing = true;
      cut();
    },
    goOn() {
      isHanging = isRefusing = false;
      pairs.forEach(({ client, server }) => [client, server].forEach((socket) => socket.resume()));
    },
    async close() {
      listener.close();
      cut();
      await once(listener, "close");
    },
  };
  return proxy;
}
