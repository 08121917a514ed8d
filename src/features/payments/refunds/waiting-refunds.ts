import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { refunds } from "../tables.ts";

/** Refunds whose money is not back yet: how many wait and failed, and since when the oldest of both has waited. */
export async function readWaitingRefunds(db: Db): Promise<{ waiting: number; failed: number; seconds: number }> {
  const { rows } = await db.execute<{ waiting: number; failed: number; seconds: number }>(sql`
    select count(*) filter (where status in ('DUE', 'PENDING'))::int as waiting, count(*) filter (where status = 'FAILED')::int as failed,
      coalesce(extract(epoch from max(now() - created_at)), 0)::float8 as seconds
    from ${refunds} where status <> 'DONE'`);
  return rows[0]!; // one row
}
