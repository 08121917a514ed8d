import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { expect, test } from "vitest";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { cacheChanges } from "#server/db/tables.ts";
import { openTestShop } from "../../tests/support/test-shop.ts";
import { CLEANING } from "./background-work.ts";

const { shop } = await openTestShop();
const { db, pool } = shop.database;

/** Explains statements instead of running them. */
function explaining(plans: string[]): Db {
  const query = async ({ text }: { text: string }, params: unknown[]) => {
    const client = await pool.connect();
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, params);
    client.release(true);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    return { rows: [], rowCount: 0 };
  };
  return drizzle({ query } as unknown as pg.Pool); // all that Drizzle needs
}

test("expired rows are found through an index", async () => {
  const plans: string[] = [];
  for (const clean of CLEANING) await clean(explaining(plans), shop.config);
  // Emails in the outbox are files.
  expect(plans.length).toBeGreaterThanOrEqual(CLEANING.length - 1);
  for (const plan of plans) expect(plan).not.toContain("Seq Scan");
});

test("large numbers of rows are deleted in batches, and nothing that has not expired", async () => {
  await db.execute(sql`
    insert into cache_change (tags, at) select '{}', now() - make_interval(hours => case when n <= 25 then 2 else 0 end) from generate_series(1, 30) n`);
  const counts: number[] = [];
  const counting = {
    async execute(query: Parameters<Db["execute"]>[0]) {
      const result = await db.execute(query);
      counts.push(result.rowCount ?? 0);
      return result;
    },
  } as unknown as Db; // all it needs
  await deleteInBatches(counting, cacheChanges, sql`at < now() - interval '1 hour'`, 10);
  expect(counts).toEqual([10, 10, 5]);
  expect(await db.$count(cacheChanges)).toBe(5);
});
