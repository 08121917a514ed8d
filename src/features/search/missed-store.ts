import { gte, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { LOCKS } from "#server/db/locks.ts";
import { missedSearches } from "./tables.ts";

const RETENTION_DAYS = 90;
/** How many different queries are counted per day. Others are not recorded. */
export const MAX_PER_DAY = 2000;
/** Rows that are deleted in one statement. */
const DELETE_BATCH = 1000;

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/**
 * Adds to today's counts, the most frequent new queries first. Call it in a transaction, so that all processes together
 * respect the limit.
 */
export async function addMissed(tx: Db, counts: ReadonlyMap<string, number>, timeZone: string): Promise<void> {
  const day = today(timeZone);
  const [texts, times] = [[...counts.keys()], [...counts.values()]];
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.missedSearches})`);
  await tx.execute(sql`
    with added as (select * from unnest(${sql.param(texts)}::text[], ${sql.param(times)}::int[]) as t (text, count)),
    known as (
      update missed_search m set count = m.count + added.count
      from added where m.day = ${day} and m.text = added.text returning m.text),
    free as (select greatest(0, ${MAX_PER_DAY} - count(*))::int as rows from missed_search where day = ${day})
    insert into missed_search (day, text, count)
    select ${day}, text, count from added
    where text not in (select text from known)
    order by count desc, text limit (select rows from free)`);
}

/** The most frequent searches without results in the last days. */
export async function readMissed(
  db: Db,
  { timeZone, days, limit }: { timeZone: string; days: number; limit: number },
): Promise<{ text: string; count: number }[]> {
  const { text } = missedSearches;
  const count = sql<number>`sum(${missedSearches.count})::int`;
  return db
    .select({ text, count })
    .from(missedSearches)
    .where(gte(missedSearches.day, sql`${today(timeZone)} - ${days - 1}::int`))
    .groupBy(text)
    .orderBy(sql`2 desc`, text)
    .limit(limit);
}

/** Deletes searches older than 90 days, oldest first. The primary key begins with the day, so each batch is a short range of it. */
export async function deleteOldMissed(db: Db, _config: unknown, batch = DELETE_BATCH): Promise<void> {
  for (let deleted = batch; deleted === batch;) {
    const { rowCount } = await db.execute(sql`
      delete from missed_search where (day, text) in (
        select day, text from missed_search where day < ${today("UTC")} - ${RETENTION_DAYS}::int
        order by day, text limit ${batch})`);
    deleted = rowCount ?? 0;
  }
}
