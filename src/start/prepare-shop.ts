import { existsSync } from "node:fs";
import type pg from "pg";
import type { FastifyBaseLogger } from "fastify";
import { loadDemo } from "#features/catalogue/demo/load-demo.ts";
import { readUnits } from "#features/catalogue/read-units.ts";
import { readSettings } from "#features/shop/settings/shop-settings.ts";
import { indexTheRest } from "#features/search/engine/index-products.ts";
import { outboxLink } from "#sandbox/mail/access.ts";
import type { Config } from "#server/settings/config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { openDatabase } from "#server/db/connect.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { forgetArchiveState } from "#server/backup/archive/archive-state.ts";
import { explainDatabase } from "#server/db/explain-database.ts";
import { withClient } from "#server/db/hosts.ts";
import { rootCauseOf } from "#server/db/unavailable.ts";
import { storeBuild } from "#server/render/built-files.ts";
import { ASSETS } from "#server/render/build-folder.ts";
import { dev } from "#server/settings/mode.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { readConnections, type Connections } from "#server/db/reach-database.ts";
import { makeFirstAccounts } from "./first-accounts.ts";

/** What all processes of a shop share: a database that is migrated and filled. */
export interface PreparedShop {
  readonly connections: Connections;
  /** The shop's name. */
  readonly name: string;
  /** Lines for the person starting the shop: the accounts created at first start. */
  readonly welcome: readonly string[];
  close(): Promise<void>;
}

const OLDEST_POSTGRES = 15;

/**
 * Prepares what all processes share: database, migrations, first catalogue, admin.
 * @throws StartError with a message for a person; no database is left running then
 */
export async function prepareShop(config: Config, log: FastifyBaseLogger): Promise<PreparedShop> {
  const embedded = config.databaseUrl ? undefined : await openEmbedded(config, log);
  const own = { serving: embedded?.connection ?? {}, direct: embedded?.connection ?? {}, isPooled: false };
  const connections = readConnections(config) ?? own;
  const { direct } = connections;
  try {
    const which = config.databaseUrl
      ? `The database at ${config.databaseDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL"}`
      : "The database";
    await explained(`${which} cannot be used`, () => checkVersion(direct));
    await explained(`${which} cannot be migrated`, () => migrateDatabase(direct, (warning) => log.warn(warning)));
    const filled = await fill(config, direct, log);
    if (!dev && existsSync(ASSETS)) await storeBuildOf(direct, log);
    return { connections, ...filled, close: async () => embedded?.stop() };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Starts the embedded database and, if set, keeps its archive. */
async function openEmbedded(config: Config, log: FastifyBaseLogger) {
  const { archiveTo: to, keep, passphrase, s3 } = config.backup;
  if (!to) forgetArchiveState(config.dataDir);
  const embedded = await startEmbedded(config.dataDir, (news) => log.warn(news), { archive: to !== undefined });
  if (!to) return embedded;
  const [{ keepArchive }, { shopDataOf }] = await Promise.all([
    import("#server/backup/archive/keep-archive.ts"),
    import("./backup/shop-data.ts"),
  ]);
  const { superuser, folders } = embedded;
  const endArchive = keepArchive({
    superuser,
    folders,
    dataDir: config.dataDir,
    to,
    keep,
    passphrase,
    s3,
    data: await shopDataOf(config),
    log,
  });
  return { ...embedded, stop: () => endArchive(() => embedded.stop()) };
}

/** For other versions of the shop. The shop opens without it too. */
async function storeBuildOf(connection: pg.ClientConfig, log: FastifyBaseLogger): Promise<void> {
  const database = openDatabase({ ...connection, max: 1 }, (error) => log.warn(error));
  const failed = (error: unknown) => log.warn({ err: error }, "the built files could not be stored for other versions");
  await storeBuild(database, ASSETS).catch(failed);
  await database.close();
}

/** Fills an empty shop. */
async function fill(config: Config, connection: pg.ClientConfig, log: FastifyBaseLogger): Promise<Pick<PreparedShop, "name" | "welcome">> {
  const database = openDatabase(connection, (error) => log.warn(error));
  try {
    if (config.catalogue === "demo") await loadDemo(database);
    await readUnits(database);
    await indexTheRest(database);
    const accounts = await makeFirstAccounts(config, database);
    const link = outboxLink(config);
    const { name } = await readSettings(database.db, config);
    return { name, welcome: link ? [...accounts, `Emails:   ${link}`] : accounts };
  } finally {
    await database.close();
  }
}

async function checkVersion(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    const version = rows[0]?.version ?? "";
    if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return;
    throw new StartError(`The database at DATABASE_URL is PostgreSQL ${version}. Despensa needs ${OLDEST_POSTGRES} or later.`);
  });
}

/** Turns errors into one line for the person starting the shop. */
async function explained(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${what}: ${explainDatabase(error) ?? (rootCauseOf(error) as Error).message}`);
  }
}
