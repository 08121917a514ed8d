import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { missedSearches } from "../tables.ts";
import { LEAST_LISTED, type DayFigures, type SearchEvent, type SearchFigures } from "./contract.ts";

/** How many different searches are counted a day. Others are not recorded. */
export const MOST_PER_DAY = 5000;
/** Days after which rare searches are added up, and after which everything is deleted. */
const RARE_DAYS = 30;
const STORED_DAYS = 365;

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

export type Counts = Record<SearchEvent, number>;

/** Adds to today's counts, in one statement. Sorted, so that processes that count the same searches wait instead of deadlocking. */
export async function addCounts(db: Db, counts: ReadonlyMap<string, Counts>, timeZone: string): Promise<void> {
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const column = (name: SearchEvent) => sql`${sql.param(rows.map(([, row]) => row[name]))}::int[]`;
  await db.execute(sql`
    with added as (
      select * from unnest(${sql.param(rows.map(([text]) => text))}::text[],
        ${column("found")}, ${column("missed")}, ${column("clicked")}, ${column("added")}, ${column("bought")})
        as t (text, found, missed, clicked, added, bought)),
    room as (select ${MOST_PER_DAY} - count(*)::int as rows from search_count where day = ${today(timeZone)})
    insert into search_count (day, text, found, missed, clicked, added, bought)
    select ${today(timeZone)}, text, found, missed, clicked, added, bought from added
    where (select rows from room) > 0
      or exists (select from search_count c where c.day = ${today(timeZone)} and c.text = added.text)
    order by text
    on conflict (day, text) do update set found = search_count.found + excluded.found, missed = search_count.missed + excluded.missed,
      clicked = search_count.clicked + excluded.clicked, added = search_count.added + excluded.added,
      bought = search_count.bought + excluded.bought`);
}

interface Range {
  timeZone: string;
  /** Including today. */
  days: number;
}

const sums = sql`sum(found + missed)::int as searched, sum(found)::int as found, sum(clicked)::int as clicked, sum(added)::int as added,
  sum(bought)::int as bought`;
const within = ({ timeZone, days }: Range) => sql`day > ${today(timeZone)} - ${days}::int`;

/** The sums of each day with searches, newest first, rare searches included. */
export async function readDays(db: Db, range: Range): Promise<DayFigures[]> {
  const { rows } = await db.execute<DayFigures & Record<string, unknown>>(sql`
    select day::text, ${sums} from search_count where ${within(range)} group by day having sum(found + missed) > 0 order by day desc`);
  return rows;
}

const LISTS = {
  top: { only: sql`true`, order: sql`searched` },
  missed: { only: sql`found = 0`, order: sql`searched` },
  unclicked: { only: sql`found > 0 and clicked = 0 and added = 0`, order: sql`found` },
};

/** The most frequent searches of a list. Rarer ones than {@link LEAST_LISTED} are left out. */
export async function readSearches(db: Db, range: Range, list: keyof typeof LISTS, limit: number): Promise<SearchFigures[]> {
  const { only, order } = LISTS[list];
  const { rows } = await db.execute<SearchFigures & Record<string, unknown>>(sql`
    select * from (
      select text, ${sums} from search_count where ${within(range)} and text <> '' group by text
      having sum(found + missed) >= ${LEAST_LISTED}) s
    where ${only} order by ${order} desc, text limit ${limit}`);
  return rows;
}

/** Deletes what the version before this one counted, after 90 days. */
const deleteMissed = (db: Db) => deleteInBatches(db, missedSearches, sql`day < ${today("UTC")} - 90`);

/** Adds up rare searches of past days, and deletes what is a year old. One day at a time, each a short range of the primary key. */
export async function forgetSearches(db: Db): Promise<void> {
  await deleteMissed(db);
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct day::text from search_count
    where day <= ${today("UTC")} - ${RARE_DAYS}::int and text <> '' and found + missed < ${LEAST_LISTED}`);
  for (const { day } of rows) {
    await db.execute(sql`
      with rare as (
        delete from search_count where day = ${day}::date and text <> '' and found + missed < ${LEAST_LISTED} returning *)
      insert into search_count (day, text, found, missed, clicked, added, bought)
      select ${day}::date, '', sum(found), sum(missed), sum(clicked), sum(added), sum(bought) from rare having count(*) > 0
      on conflict (day, text) do update set found = search_count.found + excluded.found, missed = search_count.missed + excluded.missed,
        clicked = search_count.clicked + excluded.clicked, added = search_count.added + excluded.added,
      bought = search_count.bought + excluded.bought`);
  }
  const { rows: old } = await db.execute<{ day: string }>(sql`
    select distinct day::text from search_count where day <= ${today("UTC")} - ${STORED_DAYS}::int`);
  for (const { day } of old) await db.execute(sql`delete from search_count where day = ${day}::date`);
}
