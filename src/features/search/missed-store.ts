import { gte, lt, sql } from "drizzle-orm";
import type { Config } from "#server/settings/config.ts";
import type { Db } from "#server/db/connect.ts";
import { missedSearches } from "./tables.ts";

/** Days for which they are kept. */
const MISSED_DAYS = 90;
/** Different texts that are counted on one day; further ones are not. */
export const MOST_A_DAY = 2000;

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/** Adds to the counts of today. Of texts that are new today no more are taken than there is room for. */
export async function addMissed(db: Db, counts: ReadonlyMap<string, number>, timeZone: string): Promise<void> {
  const day = today(timeZone);
  const [texts, times] = [[...counts.keys()], [...counts.values()]];
  await db.execute(sql`
    with told as (select * from unnest(${sql.param(texts)}::text[], ${sql.param(times)}::int[]) as t (text, count)),
    known as (
      update missed_search m set count = m.count + told.count
      from told where m.day = ${day} and m.text = told.text returning m.text),
    room as (select greatest(0, ${MOST_A_DAY} - count(*))::int as rows from missed_search where day = ${day})
    insert into missed_search (day, text, count)
    select ${day}, text, count from told
    where text not in (select text from known)
    order by count desc, text limit (select rows from room)
    on conflict (day, text) do update set count = missed_search.count + excluded.count`);
}

/** What was looked for most in the last days without being found. */
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

/** Forgets those whose time is over. */
export async function deleteOldMissed(db: Db, { shop }: Pick<Config, "shop">): Promise<void> {
  await db.delete(missedSearches).where(lt(missedSearches.day, sql`${today(shop.timeZone)} - ${MISSED_DAYS}::int`));
}
