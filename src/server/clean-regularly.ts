import type { Db } from "./db/connect.ts";
import { isDatabaseAway } from "./errors.ts";
import type { Shop } from "./shop.ts";

const EVERY_MS = 10 * 60_000;

/** Removes rows whose time is over. Does no harm when several processes do it at once. */
export type Cleaning = (db: Db) => Promise<void>;

/**
 * Cleans the tables again and again.
 * @returns a function that ends it
 */
export function cleanRegularly({ database, log }: Pick<Shop, "database" | "log">, tasks: readonly Cleaning[]): () => void {
  const timer = setInterval(async () => {
    for (const clean of tasks) {
      await clean(database.db).catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.error(error);
      });
    }
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
