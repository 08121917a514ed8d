import type { Shop } from "#server/shop.ts";

/**
 * Waits until a number of sessions of a shop's database wait for locks, however long it takes until the test is over. Doesn't use timers, which a
 * test may have stopped.
 */
export async function untilBlocked({ shop }: { shop: Pick<Shop, "database"> }, sessions = 1): Promise<void> {
  // Not pg_locks, where the sessions of other tests' databases are, too.
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while (((await shop.database.pool.query(waiting)).rowCount ?? 0) < sessions) await new Promise((resolve) => setImmediate(resolve));
}
