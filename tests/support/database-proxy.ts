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
   * Round trips, if one thing happens at a time: how often bytes were sent after a reply. With `inWaves`, statements that are sent side by side
   * count as one, and those that nobody waits for don't count.
   */
  trips: () => number;
  /** Whether everything that was sent has been replied to. */
  isIdle: () => boolean;
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
  /** How many replies the server owes; undefined until it is ready for statements. */
  owed?: number;
}

interface Options {
  /** Holds all replies until everything that was sent side by side has been replied to, however busy the machine is. */
  inWaves?: boolean;
}

/** How long nothing may be sent until everything is that is sent side by side. */
const QUIET_MS = 25;

/** Counts the messages of some types in a stream of PostgreSQL's protocol. @param types their first letters */
function counterOf(types: string): (bytes: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0);
  let skipped = 0;
  return (bytes) => {
    const data = Buffer.concat([rest, bytes]);
    let count = 0;
    let at = skipped;
    for (; at + 5 <= data.length; at += data.readInt32BE(at + 1) + 1) if (types.includes(String.fromCharCode(data[at]!))) count++;
    rest = data.subarray(Math.min(at, data.length));
    skipped = Math.max(0, at - data.length);
    return count;
  };
}

/** Starts a proxy on a free port. */
export async function startProxy(target: pg.ClientConfig, { inWaves = false }: Options = {}): Promise<DatabaseProxy> {
  const pairs = new Set<Pair>();
  let isHanging = false;
  let isRefusing = false;
  let trips = 0;
  let isClientsTurn = true;

  let held: (() => void)[] = [];
  let wave: NodeJS.Timeout | undefined;
  const endWave = () => {
    if (held.length > 0) trips++;
    const passing = held;
    held = [];
    for (const pass of passing) pass();
  };
  const isOwed = () => [...pairs].some(({ owed = 0 }) => owed > 0);
  const soon = () => {
    clearTimeout(wave);
    if (!isOwed()) wave = setTimeout(endWave, QUIET_MS);
  };

  const listener = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const server = connect(join(String(target.host), `.s.PGSQL.${target.port ?? 5432}`));
    const pair: Pair = { client, server, isDeaf: false };
    const [asked, answered] = [counterOf("QS"), counterOf("Z")];
    pairs.add(pair);
    // Replies that were held must not wait for each other again.
    client.setNoDelay(true);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on("error", () => {});
      from.on("close", () => {
        pairs.delete(pair);
        soon();
        if (!pair.isDeaf) to.destroy();
      });
      if (isHanging) from.pause();
    }
    client.on("data", (bytes) => {
      if (pair.owed !== undefined) pair.owed += asked(bytes);
      if (inWaves) soon();
      else if (isClientsTurn) trips++;
      isClientsTurn = false;
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      const pass = () => {
        isClientsTurn = true;
        if (!pair.isDeaf) client.write(bytes);
      };
      const answers = answered(bytes);
      if (inWaves && pair.owed !== undefined) {
        pair.owed -= answers;
        held.push(pass);
        soon();
        return;
      }
      if (answers > 0) pair.owed = 0;
      if (proxy.delayMs > 0) setTimeout(pass, proxy.delayMs);
      else pass();
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const connection = { ...target, host: "127.0.0.1", port: typeof address === "object" ? address!.port : 0 };

  const cut = () => pairs.forEach(({ client, server }) => [client, server].forEach((socket) => socket.destroy()));
  const proxy: DatabaseProxy = {
    connection,
    url: `postgres://${connection.user}:${String(connection.password)}@127.0.0.1:${connection.port}/${connection.database}`,
    delayMs: 0,
    trips: () => trips,
    isIdle: () => held.length === 0 && !isOwed(),
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
