import type pg from "pg";
import type { FastifyBaseLogger } from "fastify";
import { orderGauges } from "#features/orders/gauges.ts";
import { paymentGauges } from "#features/payments/gauges.ts";
import { backupGauges } from "#server/backup/backup-gauges.ts";
import { openDatabase } from "#server/db/connect.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { jobGauges } from "#server/jobs/job-gauges.ts";
import { machineGauges } from "#server/metrics/machine-gauges.ts";
import { serveMetrics, type MetricsAddress } from "#server/metrics/serve-metrics.ts";
import { readGauges } from "#server/metrics/shop-gauges.ts";
import type { Config } from "#server/settings/config.ts";

/** Serves the metrics of this machine, with a connection of its own. @returns a function that ends it */
export async function openMetrics(
  address: MetricsAddress,
  config: Pick<Config, "backup" | "dataDir" | "databaseUrl">,
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const database = openDatabase({ ...SERVING, min: 0, ...connection, max: 1 }, (error) =>
    log.warn({ err: error }, "database connection lost"),
  );
  const gauges = [...orderGauges, ...paymentGauges, ...jobGauges, ...backupGauges(config.backup)];
  const end = await serveMetrics(address, readGauges(database.db, gauges, log, machineGauges(config)), log);
  return async () => {
    await end();
    await database.close();
  };
}
