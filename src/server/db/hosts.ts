import { callbackify } from "node:util";
import pg from "pg";
import { LIMITS } from "./timeouts.ts";

export interface Host {
  host: string;
  port: number;
}

/** How to connect. With several `hosts`, to the one that takes writes. */
export type Connection = pg.ClientConfig & { hosts?: readonly Host[] };

const URL_PARTS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<login>[^@/?#]*@)?(?<hosts>[^/?#]*)(?<rest>[/?#].*)?$/;
const HOST = /^(?<host>\[[^\]]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/;
const DEFAULT_PORT = 5432;
/** The driver knows only one host, and not this parameter. */
const ATTRIBUTES = "target_session_attrs";

/**
 * Reads a PostgreSQL URL, also one with several hosts: `postgres://shop:secret@one:5432,two:5432/shop?target_session_attrs=read-write`.
 * @throws an error that says what is wrong with it, without quoting it
 */
export function readConnection(address: string): Connection {
  const { scheme = "", login = "", hosts: list = "", rest = "" } = URL_PARTS.exec(address)?.groups ?? {};
  if (!scheme) throw new Error("is not a postgres:// address");
  const names = list.split(",");
  const wanted = new URLSearchParams(rest.split("?")[1]).get(ATTRIBUTES);
  if (names.length === 1 && wanted === null) {
    if (!URL.canParse(address)) throw new Error("is not a postgres:// address");
    return { connectionString: address };
  }
  if (wanted !== "read-write" && wanted !== "primary") throw new Error(`with several hosts needs ${ATTRIBUTES}=read-write`);
  const hosts = names.map((name) => {
    const { host, port = DEFAULT_PORT } = HOST.exec(name)?.groups ?? {};
    if (!host) throw new Error("names a host that cannot be read");
    return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
  });
  const url = new URL(`${scheme}${login}${names[0]}${rest}`);
  url.searchParams.delete(ATTRIBUTES);
  return { connectionString: url.href, hosts };
}

/** The database answers, but takes no writes. */
class ReadOnlyError extends Error {
  readonly code = "25006";
}

/**
 * A connection that knows whether its server is a standby, which PostgreSQL reports unasked. Statements that are started together are
 * written to the socket together.
 */
class ShopClient extends pg.Client {
  isStandby = false;
  #isCollecting = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === "in_hot_standby") this.isStandby = parameterValue === "on";
    });
    const send = this.query.bind(this) as (...query: unknown[]) => unknown;
    const collectAndSend = (...query: unknown[]) => {
      this.#collect();
      return send(...query);
    };
    this.query = collectAndSend as typeof this.query; // which has too many overloads to repeat
  }

  #collect(): void {
    const { stream } = this.connection;
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCollecting = false;
      stream.uncork();
    });
  }
}

/** For `onConnect` of a pool. @throws when the new connection is to a standby */
export function refuseStandby(client: pg.ClientBase): void {
  if (client instanceof ShopClient && client.isStandby) throw new ReadOnlyError("The database is a standby");
}

/** The class of client that makes these connections. With several hosts, it remembers which one takes writes until that fails. */
export function clientClass({ hosts }: Connection): typeof pg.Client {
  if (!hosts) return ShopClient;
  let known: Promise<Host> | undefined;

  return class extends ShopClient {
    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error | null) => void): void;
    override connect(done?: (error: Error | null) => void): Promise<pg.Client> | undefined {
      const forget = () => (known = undefined);
      const connected = (known ??= findPrimary(this, hosts)).then((host) => Object.assign(this, host)).then(() => super.connect());
      connected.then(() => this.once("error", forget).once("end", forget), forget);
      if (!done) return connected;
      callbackify(() => connected)((error: Error | null) => done(error));
      return undefined;
    }
  };
}

/** Connects for some work, and ends the connection afterwards. If it is lost meanwhile, the query under way fails. */
export async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new (clientClass(connection))({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Asks all hosts at once, because one that is gone may not even refuse. */
async function findPrimary({ user, database, password, ssl }: pg.Client, hosts: readonly Host[]): Promise<Host> {
  const limits = { connectionTimeoutMillis: LIMITS.probe, query_timeout: LIMITS.probe };
  const probes = hosts.map(async (host) => {
    const client = new pg.Client({ user, database, password, ssl, ...host, ...limits });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ readOnly: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "readOnly"`,
      );
      if (rows[0]?.readOnly) throw new ReadOnlyError(`${host.host}:${host.port} takes no writes`);
      return host;
    } finally {
      client.end().catch(() => {});
    }
  });
  return Promise.any(probes).catch((error: unknown) => {
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}
