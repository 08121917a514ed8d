import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { untilTrue } from "../support/shop-process.ts";

/** The shop cleans up every ten minutes. */
const CLEANED_WITHIN_MS = 11 * 60_000;

/**
 * Tables whose rows are only of use for a while: how to make those of more than a minute ago older than they may get, how to tell them from
 * those that came since, and how many may come for each order or payment.
 */
const TEMPORARY: Record<string, { age: string; aged: string; perOrder: number }> = {
  cache_change: {
    age: "at = at - interval '2 hours' where at < now() - interval '1 minute'",
    aged: "at < now() - interval '1 hour'",
    perOrder: 6,
  },
  order_key: {
    age: "created_at = created_at - interval '2 days' where created_at < now() - interval '1 minute'",
    aged: "created_at < now() - interval '1 day'",
    perOrder: 1,
  },
  sandbox_state: {
    age: "at = at - interval '40 days' where kind <> 'paypal-key' and at < now() - interval '1 minute'",
    aged: "at < now() - interval '1 day' and kind <> 'paypal-key'",
    perOrder: 4,
  },
  webhook_event: {
    age: "received_at = received_at - interval '400 days' where received_at < now() - interval '1 minute'",
    aged: "received_at < now() - interval '1 day'",
    perOrder: 3,
  },
  rate_limit: { age: "expire = 0", aged: "expire = 0", perOrder: 4 },
};

/** Watches that temporary rows neither become too many nor stay. */
export async function watchTemporaryRows(pool: pg.Pool) {
  /** Rows that were ever inserted. */
  const inserted = async () => {
    const { rows } = await pool.query<{ name: string; count: number }>(
      "select relname as name, n_tup_ins::int as count from pg_stat_user_tables where schemaname = 'public' and relname = any($1)",
      [Object.keys(TEMPORARY)],
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
  const atStart = await inserted();
  return {
    /** Makes the rows so far older than they may get. */
    async age(): Promise<void> {
      for (const [table, { age }] of Object.entries(TEMPORARY)) await pool.query(`update ${table} set ${age}`);
    },
    /** Waits until the shop has removed what is too old. @returns what is wrong */
    async problems(orders: number): Promise<string[]> {
      const problems: string[] = [];
      for (const [table, count] of await inserted()) {
        const perOrder = (count - (atStart.get(table) ?? 0)) / orders;
        console.log(`${table}: ${perOrder.toFixed(2)} rows for each order or payment`);
        if (perOrder > TEMPORARY[table]!.perOrder) problems.push(`${table} gets ${perOrder.toFixed(2)} rows for each order or payment`);
      }
      console.log("Waiting until the shop has cleaned up");
      await untilTrue(async () => (await expired(pool)).length === 0, CLEANED_WITHIN_MS).catch(async () => {
        for (const table of await expired(pool)) problems.push(`${table} still has expired rows`);
      });
      return problems;
    },
  };
}

/** Tables that have rows which are too old. */
async function expired(pool: pg.Pool): Promise<string[]> {
  const tables: string[] = [];
  for (const [table, { aged }] of Object.entries(TEMPORARY))
    if ((await pool.query(`select 1 from ${table} where ${aged} limit 1`)).rowCount) tables.push(table);
  await delay(1000);
  return tables;
}
