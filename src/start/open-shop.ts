import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { shopConnections } from "#features/shop/connections/shop-connections.ts";
import { identityOf, shopSettings } from "#features/shop/settings/shop-settings.ts";
import { Sessions } from "#features/account/session/sessions.ts";
import { readNotReady } from "./readiness.ts";
import { setTimeout as delay } from "node:timers/promises";
import { buildApp, startDraining } from "./app.ts";
import { CLEANING, tasksOf } from "./background-work.ts";
import { cleanRegularly } from "#server/jobs/clean-regularly.ts";
import { takeOverRegularly } from "#features/catalogue/import/take-over.ts";
import type { Config } from "#server/settings/config.ts";
import { announceInvalidations, watchInvalidations } from "#server/cache/watch-invalidations.ts";
import { readDatabaseTime } from "#server/db/clock.ts";
import { openDatabase, type Database } from "#server/db/connect.ts";
import { openStandby } from "#server/db/standby.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { InProcess } from "#server/render/in-process.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { startJobs } from "#server/jobs/start-jobs.ts";
import { Drain } from "#server/http/drain.ts";
import { LoadShedding } from "#server/limits/load-shedding.ts";
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
  const settings = shopSettings({ config, database, invalidations });
  const connections = shopConnections({ config, database, invalidations, log });
  const identity = async () => identityOf(await settings.read(), config);
  const drain = new Drain();
  let looking: Promise<string[]> | undefined;
  // Anyone may ask, so requests at the same time share one check: it must not take the connections that shoppers order with.
  const look = () => (looking ??= readNotReady(database).finally(() => (looking = undefined)));
  return {
    config,
    database,
    cache,
    rawRequests: new RawRequestCache(cache),
    shedding: new LoadShedding(config),
    invalidations,
    mailer: openMailer(config, identity, async () => (await connections.read()).mail, log),
    log,
    inProcess: new InProcess(),
    settings: () => settings.read(),
    identity,
    payments: async () => (await connections.read()).payments,
    mail: async () => (await connections.read()).mail,
    signedFor: (accessToken) => sessions.signedFor(accessToken),
    identify: (accessToken) => sessions.identify(accessToken),
    validSessions: (ids) => sessions.validSessions(ids),
    drain,
    notReady: async () => (drain.isOn ? ["draining"] : look()),
  };
}

/** Idle connections are closed this long after the signal, so that requests just arriving are still answered. */
const LINGER_MS = 300;
const DISCONNECT_MS = 1000;

/** A shop that is ready to listen. */
export interface OpenShop {
  readonly app: FastifyInstance;
  /** Takes no more jobs, and no more requests than clients insist on: see {@link Drain}. */
  drain(): void;
  /** Finishes current requests, gives back jobs that take longer, and disconnects from the database. */
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
  const standby = connections.reading && openStandby(connections.reading, log);
  const database = openDatabase(serving, lost, { named: !connections.isPooled, standby });
  const forWatch = openDatabase({ ...direct, max: 1 }, lost);
  const shop = makeShop(config, database, log);
  if (standby) shop.invalidations.subscribe(() => standby.position.doubt());
  if (config.metrics) {
    measureProcess(database);
    answerPrimary();
  }
  await readDatabaseTime(database.db).catch(lost);
  // Before the first price is shown, since the settings have its currency.
  await shop.settings();
  const endJobs = startJobs(shop, () => openDatabase({ ...direct, max: RUNNER_CONNECTIONS }, lost), tasksOf(shop));
  const unwatch = watchInvalidations(
    forWatch.pool,
    (tags) => shop.invalidations.publish(tags),
    (error) => log.warn({ err: error }, "changes by other processes are not seen for now"),
    { canServe: () => database.pool.query("select 1"), position: standby?.position },
  );
  announceInvalidations(database);
  const tellOthers = shareInvalidations((tags) => shop.invalidations.publish(tags));
  if (tellOthers) database.onInvalidate(tellOthers);
  const endCleaning = cleanRegularly(shop, CLEANING);
  const endTakingOver = takeOverRegularly(shop);
  const app = buildApp(shop);
  await pageRoutes(app, shop, await loadWeb(shop, app));
  const closed = Promise.withResolvers<void>();
  let jobsEnded: Promise<void> | undefined;
  function drain(): void {
    startDraining(shop);
    jobsEnded ??= endJobs(closed.promise);
  }
  return {
    app,
    drain,
    async close() {
      drain();
      await delay(LINGER_MS);
      await app.close();
      endCleaning();
      endTakingOver();
      unwatch();
      closed.resolve();
      await jobsEnded;
      shop.mailer.close();
      // A job that was given back may still hold a connection.
      await Promise.race([Promise.all([forWatch.close(), database.close()]), delay(DISCONNECT_MS, undefined, { ref: false })]);
    },
  };
}
