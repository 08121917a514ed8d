import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type pg from "pg";
import { Sessions } from "../features/account/sessions.ts";
import { loadDemo } from "../features/catalogue/load-demo.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { watchChanges } from "./db/changes.ts";
import { openDatabase, type Database } from "./db/connect.ts";
import { startEmbedded, type EmbeddedDatabase } from "./db/embedded.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { InProcess } from "./in-process.ts";
import { Kept } from "./kept.ts";
import { loadWeb, pageRoutes } from "./render.ts";
import type { Shop } from "./shop.ts";

/** Puts the parts of a shop together on an open database. */
export function makeShop(config: Config, database: Database, log: FastifyBaseLogger): Shop {
  const kept = new Kept();
  database.onChange((tags) => kept.drop(tags));
  const sessions = new Sessions({ config, database });
  return {
    config,
    database,
    kept,
    log,
    inProcess: new InProcess(),
    identify: (accessToken) => sessions.identify(accessToken),
    isReady: async () => (await database.pool.query("select 1")).rowCount === 1,
  };
}

/** A shop that can be listened with. */
export interface OpenShop {
  readonly app: FastifyInstance;
  readonly log: FastifyBaseLogger;
  /** What to tell the person who started it. */
  readonly welcome: string;
  /** Finishes the requests under way, then ends everything that was started. */
  close(): Promise<void>;
}

/**
 * Opens the shop: database, migrations, first catalogue, admin, web.
 * @throws StartError with a message for a person when that is not possible
 */
export async function openShop(config: Config, log: FastifyBaseLogger): Promise<OpenShop> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir);
  const connection: pg.ClientConfig = embedded?.connection ?? { connectionString: config.databaseUrl };
  try {
    await migrateDatabase(connection);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const database = openDatabase(connection, (error) => log.warn({ error: error.message }, "database connection lost"));
  const shop = makeShop(config, database, log);
  if (config.catalogue === "demo") await loadDemo(database);
  const unwatch = watchChanges(database.pool, (tags) => shop.kept.drop(tags));
  const app = buildApp(shop);
  await pageRoutes(app, shop, await loadWeb(shop.inProcess));
  return {
    app,
    log,
    welcome: "",
    close: () => closeAll(app, unwatch, database, embedded),
  };
}

async function closeAll(
  app: FastifyInstance,
  unwatch: () => void,
  database: { close(): Promise<void> },
  embedded: EmbeddedDatabase | undefined,
): Promise<void> {
  await app.close();
  unwatch();
  await database.close();
  await embedded?.stop();
}
