import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { differences, refunds } from "../tables.ts";

/** Refunds, of whole payments or of differences, that aren't complete, and how long the oldest has waited. */
export async function readWaitingRefunds(db: Db): Promise<{ waiting: number; failed: number; seconds: number }> {
  const { rows } = await db.execute<{ waiting: number; failed: number; seconds: number }>(sql`
    select count(*) filter (where status in ('DUE', 'PENDING'))::int as waiting, count(*) filter (where status = 'FAILED')::int as failed,
      coalesce(extract(epoch from max(now() - created_at)), 0)::float8 as seconds
    from (select status, created_at from ${refunds} union all select status, created_at from ${differences}) refund where status <> 'DONE'`);
  return rows[0]!; // one row
}
