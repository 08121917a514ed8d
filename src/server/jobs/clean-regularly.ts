import type { Config } from "../settings/config.ts";
import type { Db } from "../db/connect.ts";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import type { Shop } from "../shop.ts";

const EVERY_MS = 10 * 60_000;

/** Deletes expired data. Safe to run in several processes at once. */
export type Cleaning = (db: Db, config: Config) => Promise<void>;

/**
 * Runs the cleaning tasks every ten minutes, one after the other.
 * @returns a function that ends it
 */
export function cleanRegularly(
  { config, database, log }: Pick<Shop, "config" | "database" | "log">,
  tasks: readonly Cleaning[],
): () => void {
  const timer = setInterval(async () => {
    for (const clean of tasks) {
      await clean(database.db, config).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.error(error);
      });
    }
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
