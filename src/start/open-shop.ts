import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Sessions } from "#features/account/session/sessions.ts";
import { readNotReady } from "./readiness.ts";
import { buildApp, CLEANING, tasksOf } from "./app.ts";
import { cleanRegularly } from "#server/jobs/clean-regularly.ts";
import type { Config } from "#server/settings/config.ts";
import { announceInvalidations, watchInvalidations } from "#server/cache/watch-invalidations.ts";
import { readDatabaseTime } from "#server/db/clock.ts";
import { openDatabase, type Database } from "#server/db/connect.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { InProcess } from "#server/render/in-process.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { startJobs } from "#server/jobs/start-jobs.ts";
import { LoadShedding } from "#server/http/load-shedding.ts";
import { ResponseCache } from "#server/cache/response-cache.ts";
import { RawRequestCache } from "#server/cache/raw-request-cache.ts";
import type { Connections } from "#server/db/reach-database.ts";
import { answerPrimary } from "#server/metrics/serve-metrics.ts";
import { measureProcess } from "#server/metrics/web-metrics.ts";
import { openMailer } from "#server/mail/mailer.ts";
import { Invalidations } from "#server/cache/invalidations.ts";
import { pageRoutes, type Web } from "#server/render/render.ts";
import type { Shop } from "#server/shop.ts";
import { shareInvalidations } from "./worker-channel.ts";

/** Assembles a shop on an open database. */
export function makeShop(config: Config, database: Database, log: FastifyBaseLogger): Shop {
  const cache = new ResponseCache();
  const invalidations = new Invalidations();
  invalidations.subscribe((tags) => cache.invalidate(tags));
  database.onInvalidate((tags) => invalidations.publish(tags));
  const sessions = new Sessions({ config, database });
  return {
    config,
    database,
    cache,
    rawRequests: new RawRequestCache(cache),
    shedding: new LoadShedding(config),
    invalidations,
    mailer: openMailer(config),
    log,
    inProcess: new InProcess(),
    identify: (accessToken) => sessions.identify(accessToken),
    notReady: () => readNotReady(database),
  };
}

/** A shop that is ready to listen. */
export interface OpenShop {
  readonly app: FastifyInstance;
  /** Finishes current requests, then disconnects from the database. */
  close(): Promise<void>;
}

/** Opens one web process of a prepared shop. */
export async function openShop(
  config: Config,
  connections: Connections,
  log: FastifyBaseLogger,
  loadWeb: (shop: Shop, app: FastifyInstance) => Promise<Web>,
): Promise<OpenShop> {
  const serving = { ...SERVING, ...connections.serving };
  const direct = { ...SERVING, min: 0, ...connections.direct };
  const lost = (error: Error) => log.warn({ err: error }, "database connection lost");
  const database = openDatabase(serving, lost);
  const forWatch = openDatabase({ ...direct, max: 1 }, lost);
  const shop = makeShop(config, database, log);
  if (config.metrics) {
    measureProcess(database);
    answerPrimary();
  }
  await readDatabaseTime(database.db).catch(lost);
  const endJobs = startJobs(shop, () => openDatabase({ ...direct, max: RUNNER_CONNECTIONS }, lost), tasksOf(shop));
  const unwatch = watchInvalidations(
    forWatch.pool,
    (tags) => shop.invalidations.publish(tags),
    (error) => log.warn({ err: error }, "changes by other processes are not seen for now"),
  );
  announceInvalidations(database);
  const tellOthers = shareInvalidations((tags) => shop.invalidations.publish(tags));
  if (tellOthers) database.onInvalidate(tellOthers);
  const endCleaning = cleanRegularly(shop, CLEANING);
  const app = buildApp(shop);
  await pageRoutes(app, shop, await loadWeb(shop, app));
  return {
    app,
    async close() {
      await app.close();
      endCleaning();
      unwatch();
      await endJobs();
      shop.mailer.close();
      await forWatch.close();
      await database.close();
    },
  };
}
