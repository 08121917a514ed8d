import { sql, type SQL } from "drizzle-orm";

/** The last days in a time zone, including today. */
export interface Span {
  timeZone: string;
  days: number;
}

/**
 * Midnight of a local day. If clocks are put back at midnight, it comes twice, and the day begins with the first. @param day a timestamp
 */
const midnight = (day: SQL, timeZone: string) => sql`(case
  when ((${day}) at time zone ${timeZone}::text - interval '1 hour') at time zone ${timeZone}::text >= (${day})
  then (${day}) at time zone ${timeZone}::text - interval '1 hour' else (${day}) at time zone ${timeZone}::text end)`;

/** SQL for the days of a span: `day`, `starts_at` and `ends_at`; today has no end. */
export const daysOf = ({ timeZone, days }: Span) => sql`
  select d::date as day, ${midnight(sql`d`, timeZone)} as starts_at,
    case when d < today then ${midnight(sql`d + interval '1 day'`, timeZone)} else 'infinity' end as ends_at
  from (select date_trunc('day', now() at time zone ${timeZone}::text) as today) clock,
    generate_series(today - make_interval(days => ${days - 1}::int), today, interval '1 day') d`;

/** SQL for how many orders were placed in span `s`; of an index alone. */
export const placedIn = sql`(select count(*) as placed from customer_order o where o.created_at >= s.starts_at and o.created_at < s.ends_at offset 0)`;

/** SQL for the stored days that are still valid. @param spans a table with `starts_at` and `ends_at` */
export const storedOf = (spans: SQL) => sql`
  select d.* from ${spans} s join sales_day d on d.starts_at = s.starts_at and d.ends_at = s.ends_at cross join lateral ${placedIn} now
  where d.placed = now.placed and not exists (select from sales_change c where c.placed_at >= s.starts_at and c.placed_at < s.ends_at)`;
