import { afterAll, expect } from "vitest";
import { ANNOUNCE_EVERY_MS } from "#server/db/announce.ts";
import { openDatabase } from "#server/db/connect.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { loadConfig } from "#server/settings/config.ts";
import { buildApp } from "#start/app.ts";
import { makeShop } from "#start/open-shop.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { startProxy } from "./database-proxy.ts";
import { openPayingShop } from "./paying-shop.ts";

export interface Caller {
  token?: string | undefined;
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

/** A shop as in production, whose round trips to the database are counted by a proxy. */
export async function openCountedShop(env: Record<string, string> = {}) {
  const near = await openPayingShop();
  const proxy = await startProxy(near.connection, { inWaves: true });
  const database = openDatabase({ ...SERVING, ...proxy.connection, idleTimeoutMillis: 0 }, () => {});
  const config = loadConfig({ DATA_DIR: near.shop.config.dataDir, CATALOGUE: "none", LOG_LEVEL: "silent", ...near.sandbox.env, ...env });
  const app = buildApp(makeShop(config, database, near.shop.log));
  await app.ready();
  afterAll(async () => {
    await app.close();
    await database.close();
    await proxy.close();
  });
  // Opens enough connections for statements that run side by side, which then stay open.
  await Promise.all(Array.from({ length: 10 }, () => database.pool.query("select pg_sleep(0.1)")));

  async function call<E extends Endpoint>(endpoint: E, input?: InputOf<E>, { token, params = {}, headers = {} }: Caller = {}) {
    const isGet = endpoint.method === "GET";
    const answer = await app.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? ""),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(isGet ? { query: (input ?? {}) as Record<string, string> } : { payload: input ?? {} }),
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : {} };
  }

  /** Waits until the announcements of earlier calls have been sent: that happens a moment later, and nobody else waits for it. */
  async function quiet(): Promise<void> {
    for (let before = -1; before !== proxy.trips() || !proxy.isIdle();) {
      before = proxy.trips();
      await new Promise((resolve) => setTimeout(resolve, 2 * ANNOUNCE_EVERY_MS));
    }
  }

  /** The round trips of one call. Connections are open and settings are known already, as in a shop that is in use. */
  async function tripsOf<E extends Endpoint>(endpoint: E, input?: InputOf<E>, caller: Caller = {}): Promise<number> {
    return tripsOfWork(async () => {
      const { status, body } = await call(endpoint, input, caller);
      expect([endpoint.path, status, status === 200 ? "" : body.message]).toEqual([endpoint.path, 200, ""]);
    });
  }

  /** The round trips of other work, such as sending a file. */
  async function tripsOfWork(work: () => Promise<void>): Promise<number> {
    await quiet();
    const before = proxy.trips();
    await work();
    return proxy.trips() - before;
  }

  return { near, proxy, database, app, call, tripsOf, tripsOfWork };
}
