import type { InjectOptions } from "fastify";
import { inLanguage } from "#server/http/request-language.ts";
import type { Language } from "#words/language.ts";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { Email } from "postal-mime";
import pg from "pg";
import { pino } from "pino";
import { sql } from "drizzle-orm";
import { afterAll, inject } from "vitest";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { buildApp } from "#start/app.ts";
import { tasksOf } from "#start/background-work.ts";
import { loadConfig } from "#server/settings/config.ts";
import { openDatabase } from "#server/db/connect.ts";
import { doDueJobs } from "#server/jobs/jobs.ts";
import { makeShop } from "#start/open-shop.ts";
import type { Shop } from "#server/shop.ts";
import { dropDatabase } from "./drop-database.ts";
import { emailsTo } from "./emails.ts";
import { inDatabase } from "./database-server.ts";

/** A shop on its own copy of the migrated database, called without opening a port. */
export interface TestShop {
  shop: Shop;
  app: FastifyInstance;
  /** How another process can connect to its database. */
  connection: pg.ClientConfig;
  /** Makes an API call as it would arrive over HTTP. */
  call: <E extends Endpoint>(endpoint: E, input?: InputOf<E>, options?: CallOptions) => Promise<TestAnswer>;
  /** Runs the jobs that are due; with `early`, also scheduled ones such as retries. */
  doJobs: (when?: "early") => Promise<void>;
  /** Emails to an address, newest first, after running the jobs that are due. */
  emailsTo: (address: string) => Promise<Email[]>;
}

interface CallOptions {
  /** The language of the request; English by default. */
  spoken?: Language;
  /** An access token (or a refresh token for calls that need one). */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Path parameters. */
  params?: Record<string, string>;
}

/** Status and parsed body. The body is untyped, since tests also check refusals. */
export interface TestAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
  headers: LightMyRequestResponse["headers"];
}

/** Opens a shop for a test file and removes it afterwards. Rate limits are off unless `env` enables them. */
export async function openTestShop(env: Record<string, string> = {}): Promise<TestShop> {
  const server = inject("databaseServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(server, (client) => client.query(`create database ${name} template ${inject("template")}`));
  const dataDir = mkdtempSync(join(tmpdir(), "despensa-data-"));
  const config = loadConfig({
    DATA_DIR: dataDir,
    RATE_LIMIT: "off",
    FETCH_PICTURES: "off",
    CATALOGUE: "none",
    LOG_LEVEL: "silent",
    ...env,
  });
  const log = pino({ level: config.log.level });
  const connection = inDatabase(server, name);
  const database = openDatabase(connection, (error) => log.warn(error));
  const shop = makeShop(config, database, log);
  const app = buildApp(shop);
  await app.ready();
  afterAll(async () => {
    await app.close();
    await database.close();
    await administer(server, (client) => dropDatabase(client, name));
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function doJobs(when?: "early"): Promise<void> {
    if (when === "early") await database.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
    await doDueJobs(shop, database.pool, tasksOf(shop));
  }

  return {
    shop,
    app,
    connection,
    doJobs,
    async emailsTo(address) {
      await doJobs();
      return emailsTo(dataDir, address);
    },
    async call(endpoint, input, { token, headers = {}, params = {}, spoken = "en" } = {}) {
      const isGet = endpoint.method === "GET";
      const request: InjectOptions = {
        method: endpoint.method,
        url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(isGet ? { query: input ?? {} } : { payload: input ?? {} }),
      };
      const answer = await inLanguage(spoken, async () => await app.inject(request));
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    },
  };
}

async function administer(server: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
