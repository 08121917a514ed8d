import { sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { Gauge, Registry } from "prom-client";
import type { Db } from "../db/connect.ts";
import { inTime } from "../http/deadline.ts";

/** Numbers of the shop as a whole, read from its database when the metrics are requested, or of the machine. */
export interface ShopGauge {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** Values, by what the label says. */
  readonly read: (db: Db) => Promise<readonly { is?: string; value: number }[]>;
}

/** A database that takes longer to answer counts as down, in ms. */
const ANSWERS_WITHIN_MS = 2000;
/** Prometheus waits 10 s unless told otherwise, and then knows nothing at all. */
const READ_WITHIN_MS = 8000;

/**
 * @param ofMachine read even if the database is unavailable
 * @returns a function that reads all of them. Concurrent callers share one reading. If a number can't be read in time, it and those after
 * it are missing, and the log says which
 */
export function readGauges(
  db: Db,
  gauges: readonly ShopGauge[],
  log: FastifyBaseLogger,
  ofMachine: readonly ShopGauge[] = [],
): () => Promise<string> {
  async function readAll(): Promise<string> {
    const begun = performance.now();
    const registry = new Registry();
    const isUp = await inTime(db.execute(sql`select 1`), ANSWERS_WITHIN_MS).then(
      () => true,
      () => false,
    );
    for (const { name, help, label, read } of isUp ? [...ofMachine, ...gauges] : ofMachine) {
      try {
        const values = await inTime(read(db), READ_WITHIN_MS - (performance.now() - begun));
        const gauge = new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] });
        for (const { is, value } of values) gauge.set(label && is !== undefined ? { [label]: is } : {}, value);
      } catch (error) {
        log.warn({ err: error, gauge: name }, "a figure could not be read");
        break; // the others would only wait as long
      }
    }
    const up = new Gauge({ name: "despensa_database_up", help: "Whether the database answered", registers: [registry] });
    up.set(Number(isUp));
    return registry.metrics();
  }
  let reading: Promise<string> | undefined;
  return () => (reading ??= readAll().finally(() => (reading = undefined)));
}
